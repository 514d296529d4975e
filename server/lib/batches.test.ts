import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatches } from './batches.ts';

/** Work that lasts until the test ends it. The key is the letter that a name begins with. */
type Bounds = { atWorkOfOneKey: number; most: number; patienceMilliseconds?: number };
function createWork(bounds: Bounds) {
  const begun: string[][] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const ask = createBatches<string, string>({
    ...bounds,
    keyOf: (name) => name[0] ?? '',
    work: (names) => {
      begun.push(names);
      return new Promise((resolve, reject) => {
        ends.push((failure) =>
          failure ? reject(failure) : resolve(names.map((name) => `${name} done`)),
        );
      });
    },
    mayTryAlone: (error) => error instanceof RangeError,
  });
  const end = async (failure?: Error) => {
    ends.shift()?.(failure);
    await settled();
  };
  const add = (...names: string[]) =>
    Promise.all(names.map((name) => ask(name).catch((error: Error) => error.message)));
  return { ask, add, end, begun };
}

/** Whatever has been asked for or has ended has set off what it sets off. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  vi.useRealTimers();
});

describe('batches', () => {
  it('begin at once, with all that has come in the same moment', async () => {
    const { add, begun, end } = createWork({ atWorkOfOneKey: 1, most: 10 });
    const answers = add('a1', 'a2');
    await settled();
    expect(begun).toEqual([['a1', 'a2']]);
    await end();
    expect(await answers).toEqual(['a1 done', 'a2 done']);
  });

  it('gather what comes while their key is at work, up to the most that go together', async () => {
    const { add, begun, end } = createWork({ atWorkOfOneKey: 1, most: 2 });
    const first = add('a1');
    await settled();
    const others = add('a2', 'a3', 'a4');
    await settled();
    expect(begun).toEqual([['a1']]);
    await end();
    expect(begun).toEqual([['a1'], ['a2', 'a3']]);
    await end();
    await end();
    expect(begun).toEqual([['a1'], ['a2', 'a3'], ['a4']]);
    expect([...(await first), ...(await others)]).toEqual(
      ['a1', 'a2', 'a3', 'a4'].map((name) => `${name} done`),
    );
  });

  it('of other keys do not wait, and never go together', async () => {
    const { add, begun } = createWork({ atWorkOfOneKey: 1, most: 10 });
    void add('a1', 'b1', 'a2');
    await settled();
    expect(begun).toEqual([['a1', 'a2'], ['b1']]);
    void add('b2', 'c1');
    await settled();
    expect(begun).toEqual([['a1', 'a2'], ['b1'], ['c1']]);
  });

  it('are as many at once as a key may have, so that one that hangs holds up nobody', async () => {
    const { add, begun } = createWork({ atWorkOfOneKey: 2, most: 10 });
    for (const name of ['a1', 'a2', 'a3']) {
      void add(name);
      await settled();
    }
    expect(begun).toEqual([['a1'], ['a2']]);
  });

  it('wait for one at work as long as they have patience, and begin beside one that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { add, begun, end } = createWork({
      atWorkOfOneKey: 2,
      most: 10,
      patienceMilliseconds: 9,
    });
    for (const name of ['a1', 'a2', 'a3']) {
      void add(name);
      await settled();
    }
    vi.advanceTimersByTime(8);
    expect(begun).toEqual([['a1']]);
    vi.advanceTimersByTime(1);
    expect(begun).toEqual([['a1'], ['a2', 'a3']]);
    void add('a4');
    vi.advanceTimersByTime(9);
    await settled();
    expect(begun).toHaveLength(2);
    await end();
    await end();
    expect(begun).toEqual([['a1'], ['a2', 'a3'], ['a4']]);
    await end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('have their connection, which takes a tick, before those who went before them are told', async () => {
    const story: string[] = [];
    const ask = createBatches<string, string>({
      keyOf: () => 'a',
      atWorkOfOneKey: 1,
      most: 10,
      work: async (names) => {
        await new Promise<void>(process.nextTick);
        story.push(`${names} began`);
        await settled();
        return names;
      },
    });
    const first = ask('a1').then(() => story.push('a1 told'));
    await settled();
    await Promise.all([first, ask('a2')]);
    expect(story).toEqual(['a1 began', 'a2 began', 'a1 told']);
  });

  it('fail for all who went together, and the next begin all the same', async () => {
    const { add, begun, end } = createWork({ atWorkOfOneKey: 1, most: 10 });
    const failed = add('a1', 'a2');
    await settled();
    const next = add('a3');
    await end(new Error('gone'));
    expect(await failed).toEqual(['gone', 'gone']);
    await end();
    expect(await next).toEqual(['a3 done']);
    expect(begun).toEqual([['a1', 'a2'], ['a3']]);
  });

  it('are tried one by one where only one of them may be at fault', async () => {
    const { add, begun, end } = createWork({ atWorkOfOneKey: 1, most: 10 });
    const answers = add('a1', 'a2');
    await settled();
    const next = add('a3');
    await end(new RangeError('one of you'));
    expect(begun).toEqual([['a1', 'a2'], ['a1']]);
    await end(new RangeError('you'));
    expect(begun).toEqual([['a1', 'a2'], ['a1'], ['a2']]);
    await end();
    expect(await answers).toEqual(['you', 'a2 done']);
    await end();
    expect(await next).toEqual(['a3 done']);
    expect(begun).toEqual([['a1', 'a2'], ['a1'], ['a2'], ['a3']]);
  });

  it('keep nothing of a key once nobody asks', async () => {
    const { ask, add, end } = createWork({ atWorkOfOneKey: 1, most: 1 });
    const answers = add('a1', 'a2');
    await settled();
    expect(ask.countKeys()).toBe(1);
    await end();
    await end();
    await answers;
    expect(ask.countKeys()).toBe(0);
  });
});
