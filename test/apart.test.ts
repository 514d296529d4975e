import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isApart } from './apart.ts';
import { placeOf } from './like-after-like.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const replacesModules = /\bvi\.(mock|doMock|resetModules)\(/;
const noTests = /(^|\/)(node_modules|apart\.test\.ts)(\/|$)/;

const files = ['contract', 'server', 'web', 'test', 'hubspot-emulator'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.test\.(tsx?|mjs)$/.test(name) && !noTests.test(name)),
);

test('A test file that puts something else in the place of a module says so in its name', () => {
  const replacing = files.filter((name) =>
    replacesModules.test(readFileSync(join(root, name), 'utf8')),
  );
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((name) => !isApart(name))).toEqual([]);
});

test('After those no other comes that could share their worker', () => {
  const project = { name: 'server' };
  const places = files.map((name) => placeOf({ project, moduleId: join(root, name) })).sort();
  expect([...new Set(places)]).toEqual([
    'server, page, first',
    'server, page, last',
    'server, without, first',
    'server, without, last',
  ]);
});
