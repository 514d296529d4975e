import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readLeadFile } from './read-lead-file.ts';

// Whoever waits for a screen comes before whoever waits for a file. Linux takes this thread alone at its
// word; elsewhere all of the portal would stand back.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

// Only now may this thread be ended: its modules have all been read, and nothing is open before it
// is told to begin.
parentPort?.postMessage({ loaded: true });
if (parentPort) await once(parentPort, 'message');
const result = await readLeadFile(workerData as ReadRequest, (progress) =>
  parentPort?.postMessage({ progress }),
);
parentPort?.postMessage({ result });
