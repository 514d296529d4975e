import { parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readLeadFile } from './read-lead-file.ts';

// Only now may this thread be ended: its modules have all been read.
parentPort?.postMessage({ loaded: true });
const result = await readLeadFile(workerData as ReadRequest, (progress) =>
  parentPort?.postMessage({ progress }),
);
parentPort?.postMessage({ result });
