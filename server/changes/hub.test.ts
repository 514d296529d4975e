import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeKinds } from '#contract/events.ts';
import { createHub, type Hub, type Stream, usualBounds } from './hub.ts';
import { readNotice } from './notice.ts';

const one = '0192aaaa-0000-7000-8000-000000000001';
const other = '0192aaaa-0000-7000-8000-000000000002';

let hub: Hub;
/** Tokens of sessions that have ended. */
let ended: Set<string>;
let looks: number;
beforeEach(() => {
  vi.useFakeTimers();
  ended = new Set();
  looks = 0;
  hub = newHub();
  hub.began();
  vi.advanceTimersByTime(usualBounds.before + 1);
});
afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

function newHub(bounds: Partial<typeof usualBounds> = {}): Hub {
  return createHub({
    bounds: { ...usualBounds, ...bounds },
    findAlive: async (hashes) => {
      looks++;
      return new Set(hashes.map((hash) => hash.toString('hex')).filter((hash) => !ended.has(hash)));
    },
  });
}

let opened = 0;
type Reading = Stream & { told: string[][]; beats: number; isEnded: boolean; stuck: boolean };

function aStream(userId = one, isAdmin = false): Reading {
  const stream: Reading = {
    userId,
    isAdmin,
    tokenHash: Buffer.from([++opened]),
    told: [],
    beats: 0,
    isEnded: false,
    stuck: false,
    write: (text) => {
      if (stream.stuck) return 'left lying';
      if (text.startsWith(':')) stream.beats++;
      else stream.told.push([...text.matchAll(/"of":"(\w+)"/g)].map(([, of]) => of ?? ''));
      return 'taken';
    },
    end: () => {
      stream.isEnded = true;
    },
  };
  return stream;
}

function open(userId = one, isAdmin = false): Reading {
  const stream = aStream(userId, isAdmin);
  hub.add(stream);
  return stream;
}

function tell(text: string): void {
  const notice = readNotice(text);
  if (!notice) throw new Error(`No notice: ${text}`);
  hub.tell(notice);
}

const settle = () => vi.advanceTimersByTimeAsync(1);

test('What changed in the same moment is one message, each kind once', async () => {
  const stream = open();
  tell(`leads ${one}`);
  tell(`leads ${one}`);
  tell(`companies ${one}`);
  await settle();
  expect(stream.told).toEqual([['leads', 'companies']]);
});

test('A thousand changes a second are at most four messages a second, and the last is told', async () => {
  const stream = open();
  for (let n = 0; n < 999; n++) {
    tell(`leads ${one}`);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(stream.told.length).toBeGreaterThan(1);
  expect(stream.told.length).toBeLessThanOrEqual(4);
  const before = stream.told.length;
  await vi.advanceTimersByTimeAsync(2 * usualBounds.gap);
  expect(stream.told.length).toBe(before + 1);
});

test('A stream that was told a moment ago waits also where another one is told now', async () => {
  const [mine, theirs] = [open(one), open(other)];
  tell(`leads ${one}`);
  await settle();
  tell(`leads ${other}`);
  tell(`leads ${one}`);
  await settle();
  expect([mine.told.length, theirs.told.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(2 * usualBounds.gap);
  expect([mine.told.length, theirs.told.length]).toEqual([2, 1]);
});

test('Only whom a change concerns is told', async () => {
  const [mine, theirs, chief] = [open(one), open(other), open('chief', true)];
  tell(`leads ${one}`);
  tell('partners administrators');
  tell(`views only ${other}`);
  await settle();
  expect(mine.told).toEqual([['leads']]);
  expect(theirs.told).toEqual([['views']]);
  expect(chief.told).toEqual([['leads', 'partners']]);
});

test('Whoever was not heard of for a while has to ask for everything they may see', async () => {
  const [partner, chief] = [open(), open('chief', true)];
  hub.tellAll();
  await settle();
  expect(partner.told).toEqual([changeKinds.filter((kind) => kind !== 'partners')]);
  expect(chief.told).toEqual([[...changeKinds]]);
});

describe('What changed just before a stream was opened', () => {
  test('is told, where it concerns its reader', async () => {
    tell(`leads ${one}`);
    tell(`imports ${other}`);
    vi.advanceTimersByTime(usualBounds.before);
    const [mine, theirs] = [open(one), open(other)];
    hub.catchUp(mine);
    hub.catchUp(theirs);
    await settle();
    expect(mine.told).toEqual([['leads']]);
    expect(theirs.told).toEqual([['imports']]);
  });

  test('is not told once it is old', async () => {
    tell(`leads ${one}`);
    vi.advanceTimersByTime(usualBounds.before + 1);
    const stream = open();
    hub.catchUp(stream);
    await settle();
    expect(stream.told).toEqual([]);
  });

  test('is everything where the portal has not listened for so long', async () => {
    hub.began();
    const stream = open();
    hub.catchUp(stream);
    await settle();
    expect(stream.told).toEqual([changeKinds.filter((kind) => kind !== 'partners')]);
  });

  test('is everything where it was too much to be kept', async () => {
    for (let n = 0; n <= usualBounds.noticesBefore; n++) tell(`leads ${other}`);
    const stream = open();
    hub.catchUp(stream);
    await settle();
    expect(stream.told).toEqual([changeKinds.filter((kind) => kind !== 'partners')]);
  });
});

describe('Bounds', () => {
  test('A user has so many streams, and gets the next one when one has gone', () => {
    const streams = Array.from({ length: usualBounds.streamsOfOneUser }, () => open());
    const refusal = { code: 'too_many', headers: { 'retry-after': 30 } };
    expect(() => open()).toThrowError(expect.objectContaining(refusal));
    open(other);
    hub.remove(streams[0] as Stream);
    open();
    expect(() => open()).toThrowError(expect.objectContaining(refusal));
  });

  test('A portal has so many streams', () => {
    hub = newHub({ streams: 2 });
    open('a');
    open('b');
    expect(() => open('c')).toThrowError(expect.objectContaining({ code: 'unavailable' }));
    expect(hub.size()).toBe(2);
  });

  test('A stream that is removed twice is counted once', () => {
    hub = newHub({ streams: 2 });
    const [first] = [open('a'), open('b')];
    hub.remove(first);
    hub.remove(first);
    open('c');
    expect(() => open('d')).toThrowError();
  });

  test('Whoever does not read is dropped', async () => {
    const [slow, quick] = [open(), open(other)];
    slow.stuck = true;
    tell('leads everyone');
    await settle();
    expect([slow.isEnded, quick.isEnded, hub.size()]).toEqual([true, false, 1]);
  });

  test('Ten thousand streams are told of one change, and none is kept once they are gone', async () => {
    const streams = Array.from({ length: usualBounds.streams }, (_, n) => open(`user ${n}`, true));
    tell(`leads ${one}`);
    await settle();
    expect(streams.every(({ told }) => told.length === 1)).toBe(true);
    for (const stream of streams) hub.remove(stream);
    expect(hub.size()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('A session that ends', () => {
  test('ends its streams at once, and no others', async () => {
    const [gone, stays, theirs] = [open(), open(), open(other)];
    ended.add(gone.tokenHash.toString('hex'));
    tell(`sessions only ${one}`);
    await settle();
    expect([gone.isEnded, stays.isEnded, theirs.isEnded]).toEqual([true, false, false]);
    tell(`leads ${one}`);
    await settle();
    expect([gone.told, stays.told]).toEqual([[], [['leads']]]);
  });

  test('is noticed with the next heartbeat where nobody told of it, as of a token that expires', async () => {
    const [expires, stays] = [open(), open(other)];
    ended.add(expires.tokenHash.toString('hex'));
    await vi.advanceTimersByTimeAsync(usualBounds.heartbeat);
    expect([expires.isEnded, stays.isEnded]).toEqual([true, false]);
    expect(stays.beats).toBe(1);
    // One look for all of them.
    expect(looks).toBe(1);
  });

  test('ends nothing where the database cannot tell', async () => {
    hub = createHub({ findAlive: () => Promise.reject(new Error('away')) });
    const stream = open();
    tell(`sessions only ${one}`);
    await settle();
    expect(stream.isEnded).toBe(false);
  });
});

test('Every stream ends when the portal stops, and nothing is left running', () => {
  const streams = [open(), open(other)];
  tell('leads everyone');
  hub.close();
  expect(streams.every(({ isEnded }) => isEnded)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
