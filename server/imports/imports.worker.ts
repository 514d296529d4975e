import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readLeadFile } from './read-lead-file.ts';

// Only now may this thread be ended: its modules have all been read, and nothing is open before it
// is told to begin.
parentPort?.postMessage({ loaded: true });
if (parentPort) await once(parentPort, 'message');
const result = await readLeadFile(workerData as ReadRequest, (progress) =>
  parentPort?.postMessage({ progress }),
);
parentPort?.postMessage({ result });
