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
/** The bare program counts ten million leads for every page: ten at once may take it minutes. */
const patienceSeconds = 600;

export type Measured = { perSecond: number; p50: number; p99: number };

type Load = { duration: number } | { amount: number };

async function load({ url, headers, body }: Call, until: Load): Promise<autocannon.Result> {
  const asJson = { ...headers, 'content-type': 'application/json' };
  const result = await autocannon({
    url,
    connections,
    timeout: patienceSeconds,
    ...until,
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
  return result;
}

/**
 * What does not answer ten calls within a round is given as long as it takes, once: cut off, it would
 * have answered nothing, and go on working while the other is measured.
 */
async function roundsOf(call: Call, { rounds, seconds }: Rounds): Promise<Load[]> {
  const began = performance.now();
  await load(call, { amount: 1 });
  const inTime = ((performance.now() - began) / 1000) * connections < seconds;
  if (!inTime) return [{ amount: connections }];
  await load(call, { duration: warmUpSeconds });
  return Array.from({ length: rounds }, () => ({ duration: seconds }));
}

type Rounds = { rounds: number; seconds: number };

/** In turns, so that whatever else the machine does meanwhile slows both alike. */
export async function sideBySide<Name extends string>(
  calls: Record<Name, Call>,
  rounds: Rounds,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(calls) as Name[];
  const turns = new Map<Name, { loads: Load[]; results: autocannon.Result[] }>();
  for (const name of names) {
    turns.set(name, { loads: await roundsOf(calls[name], rounds), results: [] });
  }
  for (let round = 0; round < rounds.rounds; round++) {
    for (const [name, { loads, results }] of turns) {
      const next = loads[round];
      if (next) results.push(await load(calls[name], next));
    }
  }
  const measured = names.map((name) => [name, summed(turns.get(name)?.results ?? [])]);
  return Object.fromEntries(measured) as Record<Name, Measured>;
}

function summed(results: autocannon.Result[]): Measured {
  const total = (of: (result: autocannon.Result) => number) =>
    results.reduce((sum, result) => sum + of(result), 0);
  const answered = total((result) => result.requests.total);
  if (answered === 0) throw new Error(`${results[0]?.url} answered nothing in its rounds`);
  return {
    perSecond: answered / total((result) => result.duration),
    p50: total((result) => result.latency.p50) / results.length,
    p99: Math.max(...results.map((result) => result.latency.p99)),
  };
}

/** One after the other, as one person asks: how long each answer takes, in milliseconds. */
export async function oneByOne(
  { url, headers }: Call,
  times: number,
): Promise<{ p50: number; p99: number; bytes: number }> {
  const waits: number[] = [];
  let bytes = 0;
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    const { status, body } = await ask(url, { headers });
    waits.push(performance.now() - start);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    bytes = body.length;
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), bytes };
}
