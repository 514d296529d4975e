import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] };

const web = fileURLToPath(new URL('../dist/web/', import.meta.url));
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(`${web}.vite/manifest.json`, 'utf8'),
);

function keyOf(chunkName: string): string {
  const found = Object.entries(manifest).find(
    ([, { name, file }]) => name === chunkName && file.endsWith('.js'),
  );
  if (!found) throw new Error(`The build has no chunk ${chunkName}`);
  return found[0];
}

/** Everything a screen loads: its own chunk, the entry, and whatever those import at once. */
function loadedBy(names: string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return { js, css };
}

function compressedKilobytes(files: Iterable<string>): number {
  const bytes = [...files].map((file) => gzipSync(readFileSync(web + file), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

const screens = [
  { screen: 'login page', chunks: ['index.html', keyOf('start')], most: 160, mostCss: 20 },
  { screen: 'dashboard', chunks: ['index.html', keyOf('everyday')], most: 220, mostCss: 26 },
];

test.each(screens)('The $screen loads at most $most kB of compressed JavaScript', (screen) => {
  const size = compressedKilobytes(loadedBy(screen.chunks).js);
  expect(size).toBeLessThanOrEqual(screen.most);
});

test.each(screens)('The $screen loads at most $mostCss kB of compressed style sheets', (screen) => {
  const size = compressedKilobytes(loadedBy(screen.chunks).css);
  expect(size).toBeLessThanOrEqual(screen.mostCss);
});

test('All style sheets together are at most 40 kB, compressed as browsers get them', () => {
  const all = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
  const bytes = [...all].map((file) => brotliCompressSync(readFileSync(web + file)).length);
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(40);
});
