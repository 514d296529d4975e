import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeAbandonedFolders, withTemporaryFolder } from './temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'temporary-folder-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('At start, what a portal that is gone has left behind is removed, and nothing else', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const names = {
    gone: `portal-upload-${ended}-abc`,
    goneExport: `portal-export-${ended}-abc`,
    before: `portal-upload-${process.pid}-abc`,
    running: `portal-upload-${process.ppid}-abc`,
    runningExport: `portal-export-${process.ppid}-abc`,
    others: 'portal-uploads',
    otherKind: `portal-chaos-${ended}-abc`,
  };
  for (const name of Object.values(names))
    await mkdir(join(folder, name, 'file'), { recursive: true });
  await removeAbandonedFolders();
  const { running, runningExport, others, otherKind } = names;
  expect((await readdir(folder)).sort()).toEqual(
    [running, runningExport, others, otherKind].sort(),
  );
});

test.each(['upload', 'export'] as const)(
  'The folder of an %s is found at the next start, and gone once the work is over or has failed',
  async (kind) => {
    const work = async (own: string) => {
      await writeFile(join(own, 'file'), 'somebody’s data');
      expect((await readdir(folder)).join()).toMatch(
        new RegExp(`^portal-${kind}-${process.pid}-\\w+$`),
      );
      return 'done';
    };
    expect(await withTemporaryFolder(kind, work)).toBe('done');
    const failing = withTemporaryFolder(kind, async (own) => {
      await work(own);
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await readdir(folder)).toEqual([]);
  },
);
