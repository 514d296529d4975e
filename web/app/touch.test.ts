import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('..', import.meta.url));
const styleSheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
);

/** The rules of a style sheet with whatever surrounds each: `@media (…) { .a:hover {`. */
function openedBlocks(css: string): string[][] {
  const blocks: string[][] = [];
  const open: string[] = [];
  for (const [, prelude = '', brace] of css
    .replace(/\/\*.*?\*\//gs, '')
    .matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '}') open.pop();
    else {
      open.push(prelude.replace(/.*;/s, '').trim());
      blocks.push([...open]);
    }
  }
  return blocks;
}

test('No style of hovering is left behind where there is no pointer to hover with', () => {
  expect(styleSheets.length).toBeGreaterThan(20);
  const left = styleSheets.flatMap((path) =>
    openedBlocks(readFileSync(web + path, 'utf8'))
      .filter((block) => block.at(-1)?.includes(':hover'))
      .filter((block) => !block.some((outer) => outer.includes('(hover: hover)')))
      .map((block) => `${path}: ${block.at(-1)}`),
  );
  expect(left).toEqual([]);
});
