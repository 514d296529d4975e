import { afterEach, expect, test, vi } from 'vitest';
import { paceOfMachine, tableOf, whatTargetsAreFor } from '../../bench/speed/report.ts';
import type { Row } from '../../bench/speed/rows.ts';
import { allOrTold, type Part } from '../../bench/speed/told.ts';

afterEach(() => vi.restoreAllMocks());

const created: Row = {
  name: 'create, session',
  unit: '/s',
  isRatio: true,
  target: 0.6,
  is: 'at least',
  ours: 1_000,
  bare: 1_075,
};
const page: Row = {
  name: 'last page',
  unit: 'ms',
  target: 5,
  is: 'at most',
  isPaced: true,
  ours: 8,
};
const start: Row = { name: 'start', unit: 's', target: 1.5, is: 'at most', ours: 2 };

const lineOf = (name: string, rows: Row[]) =>
  tableOf(rows)
    .find((line) => line.startsWith(name))
    ?.replaceAll(/ {2,}/g, ' | ');

test('a part that could not be measured stands in the table with its targets, the others as measured', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { ours: _, bare: __, ...ratio } = created;
  const parts: Part[] = [
    {
      name: 'a crowd',
      cases: [{ name: 'screens', unit: 'ms', target: 100, is: 'at most' }, ratio],
      measure: () => Promise.reject(new Error('nobody came\nin time')),
    },
    { name: 'pages', cases: [page], measure: async () => [page] },
  ];
  const rows = await allOrTold(parts);
  expect(lineOf('screens', rows)).toBe('screens | at most 100 ms | not measured');
  expect(lineOf('create', rows)).toBe('create, session | at least 0.6 | not measured');
  expect(lineOf('last page', rows)).toMatch(/8 ms \| at most 5 ms \| NOT MET/);
  expect(tableOf(rows)).toContain('screens: not measured: nobody came');
});

test('a target that the bench has set itself is marked as our own', () => {
  const own: Row = { ...created, beside: 'straight to PostgreSQL', isOurTarget: true };
  expect(lineOf('create', [own])).toBe(
    'create, session (beside straight to PostgreSQL) | 1,000 /s | 1,075 /s | 0.93 | at least 0.6 (our own) | met',
  );
});

test('at the pace of the targets’ machine a call is calculated where that decides, a start is not', () => {
  const told = paceOfMachine([created, page, start]);
  expect(told.filter((line) => line.startsWith('At that pace'))).toEqual([
    'At that pace last page: 4 ms, met',
  ]);
});

test('nothing is calculated from times of which more than a tenth was taken', () => {
  const taken = { ...page, taken: 0.11 };
  expect(paceOfMachine([created, taken]).join()).not.toContain('At that pace');
  expect(paceOfMachine([{ ...created, taken: 0.11 }, page]).join()).not.toContain('At that pace');
  expect(paceOfMachine([created, { ...page, taken: 0.1 }]).join()).toContain('At that pace');
});

test('cores taken are said to be those of other programs and of other machines', () => {
  const told = paceOfMachine([
    { ...created, taken: 0.5 },
    { ...page, taken: 0 },
  ]);
  expect(told).toEqual([
    'Cores taken: the part of the time that the cores were wanted in which others had them: other programs on this machine, or other machines on the same hardware.',
    'It was more than 10 % in 1 of 2 cases, whose times are worth measuring again in a quieter hour.',
  ]);
});

test('a run says how many leads its targets were set for', () => {
  expect(whatTargetsAreFor(100_000)).toBe(
    'Targets that depend on the number of leads were set for 1,000,000, those of growth and counts for 10,000 and 10,000,000; this run has 100,000 and is judged by the same.',
  );
});
