import { once } from 'node:events';
import { statSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readLeadFile } from './read-lead-file.ts';

/** Read before anybody notices; a larger one takes a core for seconds. */
const smallBytes = 200_000;
const behind = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Of a large file: whoever waits for a screen comes first. Linux takes this thread alone at its word;
 * elsewhere all of the portal would stand back.
 */
function standBack(): void {
  if (process.platform !== 'linux' || getPriority() >= behind) return;
  try {
    setPriority(behind);
  } catch {
    // Where that is forbidden the file is read all the same.
  }
}

// Only now may this thread be ended: its modules have all been read, and nothing is open before it
// is told to begin.
parentPort?.postMessage({ loaded: true });
if (parentPort) await once(parentPort, 'message');
const request = workerData as ReadRequest;
if (statSync(request.path).size > smallBytes) standBack();
const result = await readLeadFile(request, (progress) => {
  // A small workbook may unfold to many rows.
  standBack();
  parentPort?.postMessage({ progress });
});
parentPort?.postMessage({ result });
