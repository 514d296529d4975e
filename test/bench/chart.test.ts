import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chart } from '../../bench/speed/chart.ts';
import type { Row } from '../../bench/speed/rows.ts';

const row = { name: 'first page', unit: '/s', isRatio: true, is: 'at least' } as const;
const drawn = (given: Partial<Row>) =>
  chart({ date: '2026-11-18', leads: 1_000, rows: [{ ...row, ...given }] });
const gap = /<path d="M330 80H\d+l-6 16H330zM/;
const point = /l6 6l-6 6" class="target"/;

test('a bar and a target within the scale are drawn whole, beside the scale’s numbers', () => {
  const image = drawn({ ours: 600, bare: 100, target: 6 });
  expect(image).toContain('width="420.0"');
  expect(image).not.toMatch(gap);
  expect(image).not.toMatch(point);
  expect(image.match(/class="small">\d</g)).toHaveLength(7);
});

test('a bar that is longer than the scale has a gap, and its number', () => {
  const image = drawn({ ours: 610, bare: 100, target: 5 });
  expect(image).toMatch(gap);
  expect(image).toContain('>6.1</text>');
});

test('a target beyond the scale is a point with its number', () => {
  const image = drawn({ ours: 100, bare: 100, target: 20 });
  expect(image).toMatch(point);
  expect(image).toContain('>1 (target 20)</text>');
});

test('what could not be measured is drawn as that', () => {
  expect(drawn({ target: 1.5 })).toContain('>not measured</text>');
});

test('what is not beside the bare program is not drawn', () => {
  expect(drawn({ ours: 1, bare: 1, beside: 'one process' })).not.toContain('first page');
});

const results = new URL('../../bench/results/', import.meta.url);

// After a change of the chart: npx vitest run test/bench -u
test.each(['speed', '10m'])(
  'the chart that is kept of %s is drawn from what is kept',
  async (name) => {
    const kept = JSON.parse(await readFile(new URL(`${name}.json`, results), 'utf8'));
    await expect(chart(kept)).toMatchFileSnapshot(fileURLToPath(new URL(`${name}.svg`, results)));
  },
);
