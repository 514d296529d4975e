import { parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readLeadFile } from './read-lead-file.ts';

parentPort?.postMessage(await readLeadFile(workerData as ReadRequest));
