import { afterEach, expect, test, vi } from 'vitest';
import { longStoring } from '#server/imports/limiters.ts';
import { longChanges } from '#server/leads/bulk/limiters.ts';
import { longExports } from '#server/leads/export.ts';
import { createLongWork, untilUnlocked } from './long-work.ts';

const busy = () => new Error('busy');
const kinds = {
  changes: createLongWork(longChanges, busy),
  exports: createLongWork(longExports, busy),
  files: createLongWork(longStoring, busy),
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that goes on until it is let go; its names are in the order in which it began. */
function createWork() {
  const atWork = new Map<string, () => void>();
  const all: Promise<unknown>[] = [];
  const start = (name: string, kind: keyof typeof kinds = 'changes', signal?: AbortSignal) => {
    const [account = ''] = name.split(' ');
    const work = () => new Promise<void>((resolve) => atWork.set(name, resolve));
    const done = kinds[kind](account, work, signal).finally(() => atWork.delete(name));
    all.push(done.catch(() => {}));
    return done;
  };
  const letGoAll = async () => {
    for (let round = 0; round <= all.length; round++) {
      for (const end of atWork.values()) end();
      await settle();
    }
    await Promise.all(all);
  };
  return {
    start,
    atWork: () => [...atWork.keys()],
    letGo: (name: string) => atWork.get(name)?.(),
    letGoAll,
  };
}

afterEach(() => {
  vi.useRealTimers();
});

test('Whatever takes long has five of the ten connections, whoever calls', async () => {
  const { start, atWork, letGoAll } = createWork();
  for (const account of ['a', 'b', 'c', 'd', 'e', 'f']) {
    for (const kind of ['changes', 'exports', 'files'] as const) start(`${account} ${kind}`, kind);
  }
  await settle();
  expect(atWork()).toHaveLength(5);
  await letGoAll();
});

test('Two accounts that do all they can leave a place to a third', async () => {
  const { start, atWork, letGoAll } = createWork();
  for (const account of ['a', 'b']) {
    for (const kind of ['changes', 'exports', 'files'] as const) start(`${account} ${kind}`, kind);
  }
  start('c exports', 'exports');
  await settle();
  expect(atWork()).toEqual(['a changes', 'a exports', 'b changes', 'b exports', 'c exports']);
  await letGoAll();
});

test('An account does one thing of a kind at a time, and the next begins when it is done', async () => {
  const { start, atWork, letGo, letGoAll } = createWork();
  start('a 1', 'exports');
  start('a 2', 'exports');
  start('b 1', 'exports');
  await settle();
  expect(atWork()).toEqual(['a 1', 'b 1']);
  letGo('a 1');
  await settle();
  expect(atWork()).toEqual(['b 1', 'a 2']);
  await letGoAll();
});

test('Whoever waits for a place keeps nobody from a turn of their kind', async () => {
  const { start, atWork, letGo, letGoAll } = createWork();
  start('a exports', 'exports');
  start('a files', 'files');
  // Two places are all that an account has: this one waits.
  start('a changes');
  start('b changes');
  start('c changes');
  await settle();
  expect(atWork()).toEqual(['a exports', 'a files', 'b changes', 'c changes']);
  letGo('a files');
  await settle();
  expect(atWork()).not.toContain('a changes');
  letGo('b changes');
  await settle();
  expect(atWork()).toContain('a changes');
  await letGoAll();
});

test.each([
  { kind: 'changes', most: 2 },
  { kind: 'exports', most: 3 },
  { kind: 'files', most: 3 },
] as const)('Of $kind there are $most at a time', async ({ kind, most }) => {
  const { start, atWork, letGoAll } = createWork();
  for (const account of ['a', 'b', 'c', 'd', 'e']) start(`${account} ${kind}`, kind);
  await settle();
  expect(atWork()).toHaveLength(most);
  await letGoAll();
});

test.each([
  { kind: 'changes', taken: 2 + 20 },
  { kind: 'exports', taken: 3 + 20 },
  { kind: 'files', taken: 3 + 40 },
] as const)('Of $kind $taken are at work or wait, and the next is refused', async (each) => {
  const { kind, taken } = each;
  const { start, letGoAll } = createWork();
  const refused = vi.fn();
  for (let n = 0; n < taken; n++) start(`account${n}`, kind).catch(refused);
  await settle();
  expect(refused).not.toHaveBeenCalled();
  await expect(start('one more', kind)).rejects.toThrow('busy');
  await letGoAll();
});

test('An export that finds no place is refused after ten seconds; a change waits on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { start, atWork, letGoAll } = createWork();
  for (const account of ['a', 'b']) {
    for (const kind of ['exports', 'files'] as const) start(`${account} ${kind}`, kind);
  }
  start('c files', 'files');
  const refused = vi.fn();
  const waiting = start('d exports', 'exports').catch(refused);
  start('d changes', 'changes');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(refused).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(refused).toHaveBeenCalledWith(busy());
  expect(atWork()).toHaveLength(5);
  await letGoAll();
});

test('What has begun is not ended by the patience of those who wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { start, atWork, letGoAll } = createWork();
  const done = start('a exports', 'exports');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(atWork()).toEqual(['a exports']);
  await letGoAll();
  await done;
});

test('Whoever waits for a place and goes away leaves it to others', async () => {
  const { start, letGoAll } = createWork();
  for (const account of ['a', 'b']) {
    for (const kind of ['exports', 'files'] as const) start(`${account} ${kind}`, kind);
  }
  start('c exports', 'exports');
  const gone = new AbortController();
  const waiting = start('d files', 'files', gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await letGoAll();
});

const locked = new Error('locked');
const isLocked = (error: unknown) => error === locked;

test('Those who try again for locked rows hold five connections at most, two of one account', async () => {
  const holding: string[] = [];
  const most = { ofAll: 0, ofOne: 0 };
  const waitingOf = (account: string) => {
    let tries = 0;
    const attempt = async () => {
      tries++;
      if (tries === 1) throw locked;
      if (tries > 5) return account;
      holding.push(account);
      most.ofAll = Math.max(most.ofAll, holding.length);
      most.ofOne = Math.max(most.ofOne, holding.filter((one) => one === account).length);
      await settle();
      holding.splice(holding.indexOf(account), 1);
      throw locked;
    };
    return untilUnlocked(account, attempt, isLocked);
  };
  const accounts = ['a', 'b', 'c', 'd'].flatMap((account) => [account, account, account]);
  expect(await Promise.all(accounts.map(waitingOf))).toEqual(accounts);
  expect(most).toEqual({ ofAll: 5, ofOne: 2 });
});

test('A row that stays locked is given up after two seconds, with what the database said', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const attempt = () => settle().then(() => Promise.reject(locked));
  const givenUp = vi.fn();
  const trying = untilUnlocked('a', attempt, isLocked).catch(givenUp);
  // The first try has failed by then: from there on time counts.
  await settle();
  await vi.advanceTimersByTimeAsync(1_999);
  for (let round = 0; round < 5; round++) await settle();
  expect(givenUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await trying;
  expect(givenUp).toHaveBeenCalledWith(locked);
});

test('Any other failure is told at once', async () => {
  const attempt = vi.fn(() => Promise.reject(new Error('boom')));
  await expect(untilUnlocked('a', attempt, isLocked)).rejects.toThrow('boom');
  expect(attempt).toHaveBeenCalledOnce();
});
