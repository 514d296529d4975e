import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const replacesModules = /\bvi\.(mock|doMock|resetModules)\(/;

test('A test file that puts something else in the place of a module is among those that load their own', () => {
  const files = ['contract', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const replacing = files.filter((name) =>
    replacesModules.test(readFileSync(join(root, name), 'utf8')),
  );
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((name) => !/\.apart\.test\.tsx?$/.test(name))).toEqual([]);
});
