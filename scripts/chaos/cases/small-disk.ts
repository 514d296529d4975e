import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, fileBody, json } from '../ask.ts';
import { type Finding, must, observed, tally } from '../finding.ts';
import { type Account, type Portal, startPortal } from '../portal.ts';
import { mountSmallDisk } from '../small-disk.ts';

const diskMegabytes = 700;
const reserveMegabytes = 250;
const rowsOfFile = 6_000;
const mostFiles = 200;
const singles = 200;

/** A disk that uploads fill: they stop at the reserve, and everything that is small goes on. */
export async function smallDisk(): Promise<Finding[]> {
  const what = `a disk of ${diskMegabytes} MB with ${reserveMegabytes} MB in reserve`;
  const disk = mountSmallDisk(diskMegabytes);
  if (!disk) return [observed(what, 'skipped: only root may mount a disk')];
  const env = { DISK_RESERVE_MB: String(reserveMegabytes) };
  const portal = await startPortal({ ownDatabase: true, dataDir: disk.folder, env });
  try {
    const partner = await portal.addPartner('filler');
    const filled = await uploadUntilRefused(portal, partner);
    const free = Math.round(freeOf(disk.folder));
    const small = await addSingles(portal, partner);
    const ready = [await ask(`${portal.url}/healthz`), await ask(`${portal.url}/readyz`)];
    const list = await portal.call(partner, '/api/leads?limit=1');
    const stored = Number(json(list).total);
    const exported = await portal.call(partner, '/api/leads/export?format=csv');
    const backup = backUp(disk.folder);
    disk.resize(2 * diskMegabytes);
    const again = await portal.call(partner, '/api/leads/upload', file(0));
    return [
      must(
        `${what}: ${filled.files} files of ${rowsOfFile.toLocaleString('en-US')} rows, then`,
        `${filled.status} with ${free} MB free: ${filled.error}`,
        '503 with a sentence, and some of the reserve left',
        filled.status === 503 && filled.files > 0 && free > 0 && /disk space/.test(filled.error),
      ),
      must(
        `then ${singles} single leads, as many notes, statuses of all, health and readiness`,
        `${tally(small)}; ${tally(ready.map(({ status }) => status))}`,
        `${singles} × 200, ${2 * singles} × 201; 2 × 200`,
        tally(small) === `${singles} × 200, ${2 * singles} × 201` &&
          ready.every(({ status }) => status === 200),
      ),
      must(
        'leads in the list beside those that were acknowledged',
        `${stored}, ${filled.files * rowsOfFile + singles}`,
        'the same',
        stored === filled.files * rowsOfFile + singles,
      ),
      must(
        'an export, a backup',
        `${exported.status}, ${backup.status}: ${backup.text}`,
        '503, 1: No backup was made',
        exported.status === 503 && backup.status === 1 && /No backup was made/.test(backup.text),
      ),
      must('an upload once the disk is larger', String(again.status), '200', again.status === 200),
    ];
  } finally {
    await portal.remove();
    disk.remove();
  }
}

function freeOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return (bavail * bsize) / 1024 / 1024;
}

function file(number: number) {
  const lines = Array.from(
    { length: rowsOfFile },
    (_, n) => `Acme ${n},Ada,Lovelace,ada-${number}-${n}@acme.example,+44 20 7946 0000`,
  );
  return fileBody(
    'leads.csv',
    ['company_name,first_name,last_name,email,phone_number', ...lines].join('\n'),
  );
}

async function uploadUntilRefused(portal: Portal, partner: Account) {
  for (let files = 0; files < mostFiles; files++) {
    const answer = await portal.call(partner, '/api/leads/upload', file(files + 1));
    if (answer.status !== 200)
      return { files, status: answer.status, error: String(json(answer).error) };
  }
  return { files: mostFiles, status: 200, error: 'never refused' };
}

async function addSingles(portal: Portal, partner: Account) {
  const statuses: (number | string)[] = [];
  for (let n = 0; n < singles; n++) {
    const lead = { company_name: 'Single', first_name: 'A', last_name: 'B', phone_number: '1' };
    const body = JSON.stringify({ ...lead, email: `single-${n}@acme.example` });
    const made = await portal.call(partner, '/api/leads', { method: 'POST', body });
    const { id } = (json(made).lead ?? {}) as { id?: string };
    const note = JSON.stringify({ text: 'Still there' });
    const status = JSON.stringify({ status: 'open' });
    statuses.push(
      made.status,
      (await portal.call(partner, `/api/leads/${id}/notes`, { method: 'POST', body: note })).status,
      (await portal.call(portal.admin, `/api/leads/${id}`, { method: 'PUT', body: status })).status,
    );
  }
  return statuses;
}

function backUp(dataDir: string) {
  const tool = fileURLToPath(new URL('../../../dist/server/tool.js', import.meta.url));
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DISK_RESERVE_MB: `${reserveMegabytes}` };
  const target = join(dataDir, 'portal.backup');
  const run = spawnSync(process.execPath, [tool, 'backup', target], { env, encoding: 'utf8' });
  return { status: run.status, text: run.stderr.trim() };
}
