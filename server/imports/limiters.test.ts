import { describe, expect, it } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { createGate } from './limiters.ts';

/** Work that goes on until the test ends it. */
function createWork() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { work, endAll: () => ends.splice(0).map((end) => end()) };
}

const done = async () => 'done';

describe('a gate', () => {
  it('lets a user do as much at once as the bound says, and not one more', async () => {
    const withSlot = createGate(3);
    const { work, endAll } = createWork();
    const running = Array.from({ length: 3 }, () => withSlot('ada', work));
    const refused = await withSlot('ada', done).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'too_many', headers: { 'retry-after': 10 } });
    expect(await withSlot('bo', done)).toBe('done');
    endAll();
    await Promise.all(running);
    expect(await withSlot('ada', done)).toBe('done');
  });

  it('lets all users together do 20 things at once, and not one more', async () => {
    const withSlot = createGate(1);
    const { work, endAll } = createWork();
    const running = Array.from({ length: 19 }, (_, user) => withSlot(`user ${user}`, work));
    expect(await withSlot('the 20th', done)).toBe('done');
    running.push(withSlot('the 20th', work));
    await expect(withSlot('the 21st', done)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': 10 },
    });
    endAll();
    await Promise.all(running);
    expect(await withSlot('the 21st', done)).toBe('done');
  });

  it('lets go of a slot when the work fails', async () => {
    const withSlot = createGate(1);
    const fail = () => withSlot('ada', () => Promise.reject(new Error('broken file')));
    await expect(fail()).rejects.toThrow('broken file');
    expect(await withSlot('ada', done)).toBe('done');
  });
});
