import { expect, test, vi } from 'vitest';
import type { RateLimit } from '#server/config.ts';
import { type AskedToken, createTokenChecks } from './token-checks.ts';

const general: RateLimit = { name: 'general', max: 100, seconds: 60 };
const ofCompanies: RateLimit = { name: 'live_companies', max: 1, seconds: 60 };

/** Tokens are called by their holder and a number: ada1 and ada2 count together. */
function createChecks() {
  const counts = new Map<string, number>();
  const statements: string[][] = [];
  const check = createTokenChecks(async (asked: AskedToken[], limit) => {
    statements.push(asked.map(({ hash, calls }) => `${hash} x${calls}`));
    const found = asked.flatMap(({ hash, calls }, i) => {
      const counter = `${limit.name}:${String(hash).slice(0, -1)}`;
      if (String(hash).startsWith('nobody')) return [];
      counts.set(counter, (counts.get(counter) ?? 0) + calls);
      return [{ position: i + 1, calls, counter, seconds_left: 60, token: String(hash) }];
    });
    return found.map((one) => ({ ...one, hits: counts.get(one.counter) ?? 0 }));
  });
  const ask = async (name: string, limit = general) => {
    const found = await check({ hash: Buffer.from(name), limit });
    return found && `${found.token} ${found.hits}`;
  };
  return { ask, statements };
}

test('Calls of one moment are looked up by one statement, each token once', async () => {
  const { ask, statements } = createChecks();
  const answers = await Promise.all(['ada1', 'bob1', 'ada1', 'ada1'].map((name) => ask(name)));
  expect(statements).toEqual([['ada1 x3', 'bob1 x1']]);
  expect(answers).toEqual(['ada1 1', 'bob1 1', 'ada1 2', 'ada1 3']);
});

test('Each call has a place of its own in the count, also where two tokens count together', async () => {
  const { ask } = createChecks();
  await ask('ada1');
  const names = ['ada2', 'ada1', 'ada2'];
  expect(await Promise.all(names.map((name) => ask(name)))).toEqual(['ada2 2', 'ada1 3', 'ada2 4']);
});

test('A token of nobody is found for none of its calls, and takes none of the others', async () => {
  const { ask } = createChecks();
  const names = ['nobody1', 'ada1', 'nobody1', 'ada1'];
  const answers = await Promise.all(names.map((name) => ask(name)));
  expect(answers).toEqual([undefined, 'ada1 1', undefined, 'ada1 2']);
});

test('What is limited apart is counted by a statement of its own', async () => {
  const { ask, statements } = createChecks();
  const answers = await Promise.all([ask('ada1'), ask('ada1', ofCompanies), ask('ada1')]);
  expect(answers).toEqual(['ada1 1', 'ada1 1', 'ada1 2']);
  expect(statements).toEqual([['ada1 x2'], ['ada1 x1']]);
});

test('Where a statement hangs, those who come later are looked up by another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const begun: number[] = [];
    const check = createTokenChecks((asked: AskedToken[]) => {
      begun.push(asked.length);
      return new Promise<never>(() => {});
    });
    for (const name of ['ada1', 'bob1']) {
      void check({ hash: Buffer.from(name), limit: general });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(begun).toEqual([1]);
    vi.advanceTimersByTime(25);
    expect(begun).toEqual([1, 1]);
  } finally {
    vi.useRealTimers();
  }
});
