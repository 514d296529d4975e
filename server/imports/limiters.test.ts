import { describe, expect, it } from 'vitest';
import { maxUploadBytes } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import { createByteBudget } from '#server/lib/byte-budget.ts';
import {
  anotherUpload,
  busy as busyError,
  createGate,
  withBytes,
  withReader,
  withStoring,
} from './limiters.ts';

const refusals = { ofOneUser: anotherUpload, ofAllUsers: busyError };

/** Work that goes on until the test ends it. */
function createWork() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { work, underWay: () => ends.length, endAll: () => ends.splice(0).map((end) => end()) };
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
    endAll();
    await Promise.all(running);
    expect(await withSlot('ada', done)).toBe('done');
  });

  it('is open to a user however many others are at it', async () => {
    const withSlot = createGate(1);
    const { work, endAll } = createWork();
    const running = Array.from({ length: 100 }, (_, user) => withSlot(`user ${user}`, work));
    expect(await withSlot('one more', done)).toBe('done');
    endAll();
    await Promise.all(running);
  });

  it('lets go of a slot when the work fails', async () => {
    const withSlot = createGate(1);
    const fail = () => withSlot('ada', () => Promise.reject(new Error('broken file')));
    await expect(fail()).rejects.toThrow('broken file');
    expect(await withSlot('ada', done)).toBe('done');
  });
});

describe('the bytes on the disk', () => {
  const tooMany = { code: 'too_many', headers: { 'retry-after': 10 } };
  const busy = { code: 'unavailable', headers: { 'retry-after': 10 } };

  it('are bounded for one user, over all files of theirs', async () => {
    const withBytes = createByteBudget({ ofOneUser: 100, ofAllUsers: 1_000 }, refusals);
    await withBytes('ada', async (take) => {
      expect(take(60)).toBeUndefined();
      await withBytes('ada', async (takeMore) => {
        expect(takeMore(40)).toBeUndefined();
        expect(takeMore(1)).toMatchObject(tooMany);
      });
      await withBytes('bo', async (takeOther) => expect(takeOther(100)).toBeUndefined());
      expect(take(40)).toBeUndefined();
    });
  });

  it('are bounded for all users together, and free again when the work is done or fails', async () => {
    const withBytes = createByteBudget({ ofOneUser: 100, ofAllUsers: 150 }, refusals);
    const fill = () =>
      withBytes('ada', async (take) => {
        take(100);
        await withBytes('bo', async (takeMore) => {
          expect(takeMore(50)).toBeUndefined();
          expect(takeMore(1)).toMatchObject(busy);
        });
        throw new Error('broken file');
      });
    await expect(fill()).rejects.toThrow('broken file');
    await expect(fill()).rejects.toThrow('broken file');
  });

  it('are three of the largest files of a user, and forty of all', async () => {
    await withBytes('ada', async (take) => {
      expect(take(3 * maxUploadBytes)).toBeUndefined();
      expect(take(1)).toMatchObject(tooMany);
    });
    const fill = (left: number): Promise<void> =>
      withBytes(`user ${left}`, async (take) => {
        expect(take(maxUploadBytes)).toBeUndefined();
        if (left > 1) return fill(left - 1);
        await withBytes('one more', async (takeMore) => expect(takeMore(1)).toMatchObject(busy));
      });
    await fill(40);
  });

  it('are not counted for a file that was given up', async () => {
    const withBytes = createByteBudget({ ofOneUser: 100, ofAllUsers: 100 }, refusals);
    const take = await withBytes('ada', async (takeBytes) => takeBytes);
    for (let piece = 0; piece < 3; piece++) expect(take(100)).toMatchObject(busy);
    await withBytes('ada', async (takeMore) => expect(takeMore(100)).toBeUndefined());
  });
});

describe.each([
  { what: 'read', inTurn: withReader, atOnce: 2 },
  { what: 'stored', inTurn: withStoring, atOnce: 3 },
])('files that are $what', ({ inTurn, atOnce }) => {
  it(`are ${atOnce} at a time, and one of a user`, async () => {
    const { work, underWay, endAll } = createWork();
    const running = Array.from({ length: 3 }, () => inTurn('ada', work));
    expect(underWay()).toBe(1);
    for (const partner of ['bo', 'cy', 'di', 'ed']) running.push(inTurn(partner, work));
    expect(underWay()).toBe(atOnce);
    const all = Promise.all(running);
    for (let round = 0; round < running.length; round++) {
      endAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await all;
  });

  it('wait, 40 of them; the next is told to come back', async () => {
    const { work, endAll } = createWork();
    const running = Array.from({ length: atOnce + 40 }, (_, partner) =>
      inTurn(`partner ${partner}`, work),
    );
    await expect(inTurn('one more', done)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Many files are being processed right now. Please try again in a moment.',
      headers: { 'retry-after': 10 },
    });
    const all = Promise.all(running);
    for (let round = 0; round < running.length; round++) {
      endAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await all;
  });
});
