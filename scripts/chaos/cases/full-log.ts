import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../ask.ts';
import { type Finding, must, observed, tally } from '../finding.ts';
import { type Portal, startPortal } from '../portal.ts';
import { mountSmallDisk } from '../small-disk.ts';

const calls = 6_000;
const atOnce = 10;
const patienceSeconds = 20;
const env = { LOG_LEVEL: 'info' };

/** What the log is written to is full, is not read any more, or is gone. */
export async function fullLog(): Promise<Finding[]> {
  return [
    ...(await alwaysFull()),
    ...(await fullForAWhile()),
    ...(await notReadForAWhile()),
    ...(await nobodyReads()),
  ];
}

/** Calls that each write two lines, with the portal's health between them. */
async function keepCalling({ url }: Portal, what: string): Promise<Finding> {
  const statuses: (number | string)[] = [];
  const callOn = async () => {
    while (statuses.length < calls) {
      statuses.push((await ask(`${url}/healthz`)).status);
      statuses.push((await ask(`${url}/api/csrf-token`)).status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, callOn));
  return must(
    `${what}: what ${calls.toLocaleString('en-US')} calls get`,
    tally(statuses),
    '200 every time',
    statuses.every((status) => status === 200),
  );
}

type Line = { lost?: number; since?: string };

/** One line for each process says what is lost, and no other line is cut. */
async function mustTell(what: string, read: () => string, processes: number): Promise<Finding> {
  const deadline = Date.now() + patienceSeconds * 1000;
  let seen = { told: [] as Line[], torn: 0 };
  while (seen.told.length < processes && Date.now() < deadline) {
    await pause(200);
    seen = linesOf(read());
  }
  const lost = seen.told.map((line) => `${line.lost} lost since ${line.since}`).join('; ');
  return must(
    `${what}: what the log says afterwards`,
    `${lost || 'nothing'}; ${seen.torn} lines cut`,
    `one line of each of ${processes} processes, 0 lines cut`,
    seen.told.length === processes && seen.torn === 0,
  );
}

function linesOf(text: string) {
  const told: Line[] = [];
  let torn = 0;
  // The last one may still be on its way.
  for (const line of text.split('\n').slice(0, -1)) {
    if (!/[{}]/.test(line)) continue;
    try {
      const read = JSON.parse(line) as Line;
      if (read.lost) told.push(read);
    } catch {
      torn++;
    }
  }
  return { told, torn };
}

async function alwaysFull(): Promise<Finding[]> {
  const fd = openSync('/dev/full', 'w');
  const portal = await startPortal({ env: { ...env, WORKERS: '2' }, stdout: fd });
  closeSync(fd);
  try {
    return [await keepCalling(portal, 'the log on a full disk from the start, two workers')];
  } finally {
    await portal.remove();
  }
}

async function fullForAWhile(): Promise<Finding[]> {
  const what = 'the log on a disk of 1 MB that is enlarged later';
  const disk = mountSmallDisk(1);
  if (!disk) return [observed(what, 'skipped: only root may mount a disk')];
  const path = join(disk.folder, 'portal.log');
  const fd = openSync(path, 'w');
  const portal = await startPortal({ env, stdout: fd });
  closeSync(fd);
  try {
    const answered = await keepCalling(portal, what);
    disk.resize(64);
    return [answered, await mustTell(what, () => readFileSync(path, 'utf8'), 1)];
  } finally {
    await portal.remove();
    disk.remove();
  }
}

async function notReadForAWhile(): Promise<Finding[]> {
  const what = 'a log reader that stops, and goes on later';
  const portal = await startPortal({ env });
  try {
    const output = portal.output() as Readable;
    output.removeAllListeners('data').pause();
    const answered = await keepCalling(portal, what);
    let text = '';
    output.on('data', (chunk) => {
      text += chunk;
    });
    output.resume();
    return [answered, await mustTell(what, () => text, 1)];
  } finally {
    await portal.remove();
  }
}

async function nobodyReads(): Promise<Finding[]> {
  const portal = await startPortal({ env });
  try {
    portal.output()?.destroy();
    return [await keepCalling(portal, 'a log reader that goes away')];
  } finally {
    await portal.remove();
  }
}
