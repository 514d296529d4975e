import { describe, expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

/** Tasks that are at work until the test ends them, by name. */
function createTasks(bounds: Omit<Parameters<typeof createTurns>[0], 'refusal'>) {
  const inTurn = createTurns({ ...bounds, refusal: () => new Error('no room') });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  /** The key is the letter that the name begins with. */
  const add = (name: string, signal?: AbortSignal) => {
    const task = () =>
      new Promise<void>((resolve) => {
        started.push(name);
        ends.set(name, resolve);
      });
    const key = name[0] ?? '';
    return inTurn(key, task, signal).then(
      () => `${name} done`,
      (error: Error) => `${name}: ${error.message}`,
    );
  };
  const end = async (...names: string[]) => {
    for (const name of names) ends.get(name)?.();
    await settled();
  };
  return { inTurn, add, end, started };
}

/** Whatever a settled promise sets off has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are taken by as many at once as may be at work, of one key and of all', async () => {
    const { add, started, end } = createTasks({ atWork: 3, atWorkOfOneKey: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) add(name);
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('b2');
    expect(started.at(-1)).toBe('c1');
    await end('c1');
    expect(started).toHaveLength(5);
    await end('a1');
    expect(started.at(-1)).toBe('a3');
  });

  it('go from key to key, so that one who comes late does not wait for all of another', async () => {
    const { add, started, end } = createTasks({ atWork: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) add(name);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('are refused at once to a key that has too many waiting, and to no other', async () => {
    const { add, started, end } = createTasks({ atWork: 1, waitingOfOneKey: 2 });
    for (const name of ['a1', 'a2', 'a3']) add(name);
    expect(await add('a4')).toBe('a4: no room');
    const other = add('b1');
    await end('a1');
    await end('a2');
    await end('b1');
    expect(await other).toBe('b1 done');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('are, where too many wait in all, given up by the last of the key that has the most', async () => {
    const { add, end, started } = createTasks({ atWork: 1, waiting: 3 });
    const [, , , last] = ['a1', 'a2', 'a3', 'a4'].map((name) => add(name));
    add('b1');
    expect(await last).toBe('a4: no room');
    // Each of the three has as many as the newcomer would: nobody has to make room.
    const c1 = add('c1');
    await settled();
    expect(await add('d1')).toBe('d1: no room');
    for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
    expect(await c1).toBe('c1 done');
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('are not waited for by those who gave up, and their places are free again', async () => {
    const { add, end, started } = createTasks({ atWork: 1, waiting: 1 });
    const controller = new AbortController();
    add('a1');
    const gone = add('b1', controller.signal);
    controller.abort(new Error('gone'));
    expect(await gone).toBe('b1: gone');
    expect(await add('b2', controller.signal)).toBe('b2: gone');
    add('c1');
    await end('a1');
    expect(started).toEqual(['a1', 'c1']);
  });

  it('are waited for as long as the patience lasts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { add, started, end } = createTasks({ atWork: 1, patience: 1_000 });
      const [first, second] = [add('a1'), add('a2')];
      await vi.advanceTimersByTimeAsync(999);
      add('b1');
      await vi.advanceTimersByTimeAsync(1);
      expect(await second).toBe('a2: no room');
      await end('a1');
      expect(await first).toBe('a1 done');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(started).toEqual(['a1', 'b1']);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leave no key behind, neither of a task that has ended nor of one that was not waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { inTurn, add, end } = createTasks({ atWork: 1, patience: 1_000 });
      const controller = new AbortController();
      add('a1');
      const given = [add('b1', controller.signal), add('c1')];
      expect(inTurn.countKeys()).toBe(3);
      controller.abort(new Error('gone'));
      expect(inTurn.countKeys()).toBe(2);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await Promise.all(given)).toEqual(['b1: gone', 'c1: no room']);
      expect(inTurn.countKeys()).toBe(1);
      await end('a1');
      expect(inTurn.countKeys()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('end with a task that fails', async () => {
    const { inTurn, add, started } = createTasks({ atWork: 1 });
    const failure = inTurn('a', () => Promise.reject(new Error('broken')));
    add('b1');
    await expect(failure).rejects.toThrow('broken');
    await settled();
    expect(started).toEqual(['b1']);
  });

  it('are bounded only where it is said', async () => {
    const { add, started } = createTasks({ atWorkOfOneKey: 1 });
    for (let index = 0; index < 100; index++) add(`a${index}`);
    for (const name of ['b1', 'c1', 'd1']) add(name);
    expect(started).toEqual(['a0', 'b1', 'c1', 'd1']);
  });
});
