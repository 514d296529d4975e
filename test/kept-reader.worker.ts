import { parentPort } from 'node:worker_threads';
import { type ReadRequest, readLeadFile } from '#server/imports/read-lead-file.ts';

// As server/imports/imports.worker.ts, for one file after another. What fails ends the thread there,
// and ends this one too.
parentPort?.on('message', async (request: ReadRequest) => {
  const result = await readLeadFile(request, (progress) => parentPort?.postMessage({ progress }));
  parentPort?.postMessage({ result });
});
parentPort?.postMessage({ loaded: true });
