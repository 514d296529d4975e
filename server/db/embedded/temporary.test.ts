import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeLeftovers, withTemporary } from './temporary.ts';

const minute = 60 * 1000;
const now = new Date('2026-03-01T12:00:00Z');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-temporary-'));
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A folder that the process with this id has begun to build. */
async function leave(pid: number, name: string, age: number): Promise<string> {
  const begun = new Date(now.getTime() - age);
  const left = `cluster.new-${pid}-${name}`;
  await mkdir(join(folder, left));
  await utimes(join(folder, left), begun, begun);
  return left;
}

test('What a process that is alive builds stays for an hour, to the millisecond', async () => {
  // The parent of this process is alive as long as this process has one.
  const young = await leave(process.ppid, 'young', 60 * minute - 1);
  await leave(process.ppid, 'abandoned', 60 * minute);
  await removeLeftovers(join(folder, 'cluster'));
  expect(await readdir(folder)).toEqual([young]);
});

test('What a dead process, or an earlier run with our own id, has left goes at once', async () => {
  await leave(2 ** 22 + 1, 'dead', 0);
  await leave(process.pid, 'earlier', 0);
  await withTemporary(join(folder, 'cluster'), async (building) => {
    await removeLeftovers(join(folder, 'cluster'));
    expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([building]);
  });
  expect(await readdir(folder)).toEqual([]);
});
