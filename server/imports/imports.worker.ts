import { parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readLeadFile } from './read-lead-file.ts';

const result = await readLeadFile(workerData as ReadRequest, (progress) =>
  parentPort?.postMessage({ progress }),
);
parentPort?.postMessage({ result });
