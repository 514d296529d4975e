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

async function load({ url, headers, body }: Call, seconds: number): Promise<autocannon.Result> {
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
  return result;
}

/** In turns, so that whatever else the machine does meanwhile slows both alike. */
export async function sideBySide<Name extends string>(
  calls: Record<Name, Call>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Name, Measured>> {
  const names = Object.keys(calls) as Name[];
  for (const name of names) await load(calls[name], warmUpSeconds);
  const results = new Map<Name, autocannon.Result[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results.get(name)?.push(await load(calls[name], seconds));
  }
  const measured = names.map((name) => [name, summed(results.get(name) ?? [])]);
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
