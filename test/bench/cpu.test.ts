import { expect, test } from 'vitest';
import {
  coreMeter,
  type Process,
  takenOf,
  ticksByKind,
  ticksOfMachine,
} from '../../bench/speed/cpu.ts';
import { takeTurns } from '../../bench/speed/measure.ts';
import { onlyThoseOf, whoHadTheCores } from '../../bench/speed/shapes.ts';

const bench = 10;
const postmaster = 20;
const pgbouncer = 30;
const portal = 40;
/** PostgreSQL, PgBouncer and the portal are all children of the bench. */
const running = (ticks: { bench: number; backend: number; pooler: number; worker: number }) => [
  { pid: 1, parent: 0, ticks: 5_000 },
  { pid: bench, parent: 1, ticks: ticks.bench },
  { pid: postmaster, parent: bench, ticks: 3 },
  { pid: 21, parent: postmaster, ticks: ticks.backend },
  { pid: pgbouncer, parent: bench, ticks: ticks.pooler },
  { pid: portal, parent: bench, ticks: 2 },
  { pid: 41, parent: portal, ticks: ticks.worker },
];
const roots = {
  portal: [portal],
  PostgreSQL: [postmaster],
  PgBouncer: [pgbouncer],
  load: [bench],
};

test('the work of a process is counted for the nearest kind above it, and for no other', () => {
  const all = running({ bench: 100, backend: 70, pooler: 50, worker: 30 });
  expect(ticksByKind(roots, all)).toEqual({ portal: 32, PostgreSQL: 73, PgBouncer: 50, load: 100 });
});

test('without a root of its own a process counts for who started it', () => {
  const all = running({ bench: 100, backend: 70, pooler: 50, worker: 30 });
  expect(ticksByKind({ own: [bench] }, all)).toEqual({ own: 100 + 73 + 50 + 32 });
});

test('cores are metered in what is done during it alone', async () => {
  const idle = { bench: 100, backend: 70, pooler: 50, worker: 30 };
  let now: Process[] = running(idle);
  const meter = coreMeter(roots, () => now);
  await meter.during(async () => {
    now = running({ ...idle, backend: 270, worker: 130 });
  });
  now = running({ bench: 9_000, backend: 9_000, pooler: 9_000, worker: 9_000 });
  await meter.during(async () => undefined);
  const cores = meter.cores();
  expect(cores).toMatchObject({ PgBouncer: 0, load: 0 });
  expect((cores?.PostgreSQL ?? 0) / (cores?.portal ?? 1)).toBeCloseTo(2);
});

test('where the system tells of no process, nobody had cores', async () => {
  const meter = coreMeter(roots, () => []);
  await meter.during(async () => undefined);
  expect(meter.cores()).toBeUndefined();
});

test('who had the cores is told with their sum', () => {
  expect(whoHadTheCores({ portal: 1.06, PostgreSQL: 0.56, load: 0.3 }, 2)).toBe(
    'in its rounds they had 1.92 of 2 cores: portal 1.06, PostgreSQL 0.56, load 0.30',
  );
});

test('what programs worked, interrupts and what other machines had are read from the system', () => {
  const stat = 'cpu  100 20 30 4000 500 6 7 80 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n';
  expect(ticksOfMachine(stat)).toEqual({ worked: 150, interrupts: 13, stolen: 80 });
});

test('cores are taken by other programs on the machine as well as by other machines', () => {
  expect(takenOf({ worked: 800, interrupts: 0, stolen: 0 }, 800)).toBe(0);
  expect(takenOf({ worked: 800, interrupts: 0, stolen: 0 }, 200)).toBe(0.75);
  expect(takenOf({ worked: 600, interrupts: 0, stolen: 200 }, 600)).toBe(0.25);
  expect(takenOf({ worked: 600, interrupts: 0, stolen: 200 }, 200)).toBe(0.75);
});

test('interrupts, most of which are the bench’s own traffic, are taken by nobody', () => {
  expect(takenOf({ worked: 500, interrupts: 500, stolen: 0 }, 500)).toBe(0);
});

test('a bench that is told to have worked longer than all programs had nothing taken', () => {
  expect(takenOf({ worked: 500, interrupts: 0, stolen: 0 }, 510)).toBe(0);
});

test('too short a time tells nothing of what was taken', () => {
  expect(takenOf({ worked: 49, interrupts: 0, stolen: 0 }, 0)).toBeUndefined();
});

test('rounds are done in turns, and those of one of the two are metered', async () => {
  const done: string[] = [];
  const round = (name: string) => async () => {
    done.push(name);
    return name;
  };
  const during = <T>(work: () => Promise<T>) => {
    done.push('metered:');
    return work();
  };
  const turns = new Map([
    ['one', [round('one, first'), round('one, second')]],
    ['other', [round('other, first'), round('other, second')]],
  ]);
  const results = await takeTurns(turns, onlyThoseOf('other', { during }));
  expect(done).toEqual([
    'one, first',
    'metered:',
    'other, first',
    'one, second',
    'metered:',
    'other, second',
  ]);
  expect(results.get('one')).toEqual(['one, first', 'one, second']);
});
