import autocannon from 'autocannon';
import { ask } from '../ask.ts';

export type Call = {
  url: string;
  headers: Record<string, string>;
  /** Of a call that adds something: another one each time. */
  body?: () => object;
};

const connections = 10;
const warmUpSeconds = 1;

export type Measured = { perSecond: number; p50: number; p99: number };

type Round = { answered: number; seconds: number; p50: number; p99: number };

async function load({ url, headers, body }: Call, seconds: number): Promise<Round> {
  const asJson = { ...headers, 'content-type': 'application/json' };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: body ? asJson : headers,
    ...(body && {
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }),
        },
      ],
    }),
  });
  const refused = result.non2xx + result.errors + result.timeouts;
  if (refused > 0) throw new Error(`${url}: ${refused} calls were not answered as they should be`);
  const { p50, p99 } = result.latency;
  return { answered: result.requests.total, seconds: result.duration, p50, p99 };
}

/** As many calls at once, each of them to its end. */
async function waitForAll(call: Call, calls: number): Promise<Round> {
  const began = performance.now();
  const waits = await Promise.all(Array.from({ length: calls }, () => waitFor(call)));
  const seconds = (performance.now() - began) / 1000;
  return { answered: calls, seconds, ...percentiles(waits) };
}

async function waitFor({ url, headers, body }: Call): Promise<number> {
  const began = performance.now();
  const json = { ...headers, 'content-type': 'application/json' };
  const posted = body && { method: 'POST' as const, headers: json, body: JSON.stringify(body()) };
  const { status } = await ask(url, posted ?? { headers });
  if (status >= 300) throw new Error(`${url} answered ${status}`);
  return performance.now() - began;
}

function percentiles(waits: number[]) {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

export type Rounds = { rounds: number; seconds: number };

/**
 * What does not answer ten calls within a round (the bare program counts all leads for every page) is
 * given as long as it takes, once: cut off, it would have answered nothing, and its statements would
 * go on while the other is measured.
 */
async function roundsOf(
  call: Call,
  { rounds, seconds }: Rounds,
): Promise<(() => Promise<Round>)[]> {
  await waitFor(call);
  const inTime = ((await waitFor(call)) / 1000) * connections < seconds;
  if (!inTime) return [() => waitForAll(call, connections)];
  await load(call, warmUpSeconds);
  return Array.from({ length: rounds }, () => () => load(call, seconds));
}

/** Does a round, and may look at what the machine does in it. */
export type Watch = <T>(name: string, round: () => Promise<T>) => Promise<T>;

/** In turns, so that whatever else the machine does meanwhile slows both alike. */
export async function sideBySide<Name extends string>(
  calls: Record<Name, Call>,
  rounds: Rounds,
  watch: Watch = (_name, round) => round(),
): Promise<Record<Name, Measured>> {
  const names = Object.keys(calls) as Name[];
  const turns = new Map<Name, (() => Promise<Round>)[]>();
  for (const name of names) turns.set(name, await roundsOf(calls[name], rounds));
  const results = await takeTurns(turns, watch);
  const measured = names.map((name) => [name, summed(results.get(name) ?? [])]);
  return Object.fromEntries(measured) as Record<Name, Measured>;
}

/** One round of each, as long as one of them has rounds. */
export async function takeTurns<Name extends string, Result>(
  turns: Map<Name, (() => Promise<Result>)[]>,
  watch: Watch,
): Promise<Map<Name, Result[]>> {
  const results = new Map<Name, Result[]>();
  const most = Math.max(...[...turns.values()].map(({ length }) => length));
  for (let round = 0; round < most; round++) {
    for (const [name, { [round]: measure }] of turns)
      if (measure) results.set(name, [...(results.get(name) ?? []), await watch(name, measure)]);
  }
  return results;
}

function summed(results: Round[]): Measured {
  const total = (of: (result: Round) => number) =>
    results.reduce((sum, result) => sum + of(result), 0);
  const answered = total((result) => result.answered);
  // Nothing beside something would be a ratio without end.
  if (answered === 0) throw new Error('Nothing was answered in its rounds');
  return {
    perSecond: answered / total(({ seconds }) => seconds),
    p50: total(({ p50 }) => p50) / results.length,
    p99: Math.max(...results.map(({ p99 }) => p99)),
  };
}

type Waits = { p50: number; p99: number; bytes: number };

/** One after the other, as one person asks: how long each answer takes, in milliseconds. */
export async function oneByOne(call: Call, times: number): Promise<Waits> {
  const [waits] = await inTurns([{ call }], times);
  return waits as Waits;
}

/**
 * The same of several cases, a round of all of them at a time, in any order: what disturbs meets them alike,
 * and none always comes after the same one.
 */
export async function inTurns<Case extends { call: Call }>(
  cases: Case[],
  times: number,
): Promise<(Case & Waits)[]> {
  const measured = cases.map((one) => ({ ...one, waits: [] as number[], bytes: 0 }));
  for (let n = 0; n < times; n++) {
    for (const one of shuffled(measured)) {
      const { url, headers } = one.call;
      const start = performance.now();
      const { status, body } = await ask(url, { headers });
      one.waits.push(performance.now() - start);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      one.bytes = body.length;
    }
  }
  return measured.map((one) => ({ ...one, ...percentiles(one.waits) }));
}

function shuffled<T>(all: readonly T[]): T[] {
  const drawn = all.map((one) => ({ one, lot: Math.random() }));
  return drawn.sort((a, b) => a.lot - b.lot).map(({ one }) => one);
}
