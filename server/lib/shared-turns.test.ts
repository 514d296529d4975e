import { expect, test } from 'vitest';
import { askForTurns, type Channel, giveTurns, type InTurn } from './shared-turns.ts';
import { createTurns } from './turns.ts';

class Refused extends Error {}
const refusal = () => new Refused();
const oneOfAKey = () => createTurns({ atWorkOfOneKey: 1, waitingOfOneKey: 0, refusal });

/** Both ends of a line on which messages take a moment. */
function line(): [Channel, Channel] {
  const ears: ((message: unknown) => void)[][] = [[], []];
  const end = (own: number): Channel => ({
    send: (message) =>
      queueMicrotask(() => {
        for (const listen of ears[1 - own] ?? []) listen(message);
      }),
    hear: (listen) => ears[own]?.push(listen),
  });
  return [end(0), end(1)];
}

function worker(turns: InTurn) {
  const [there, here] = line();
  const gone = giveTurns(there, new Map([['uploads', turns]]));
  return { inTurn: askForTurns('uploads', here, refusal), gone };
}

function task() {
  let finish: () => void = () => undefined;
  let begun = false;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async () => {
    begun = true;
    await over;
    return 'done';
  };
  return { work, finish: () => finish(), hasBegun: () => begun };
}

test('What one worker is at is refused to another, and free again afterwards', async () => {
  const turns = oneOfAKey();
  const [one, other] = [worker(turns), worker(turns)];
  const first = task();
  const running = one.inTurn('ada', first.work);
  await expect.poll(first.hasBegun).toBe(true);
  await expect(other.inTurn('ada', async () => 'too early')).rejects.toThrow(Refused);
  expect(await other.inTurn('grace', async () => 'another key')).toBe('another key');
  first.finish();
  expect(await running).toBe('done');
  await expect.poll(() => turns.countKeys()).toBe(0);
  expect(await other.inTurn('ada', async () => 'now')).toBe('now');
});

test('A task that fails gives its turn back, and fails as it did', async () => {
  const { inTurn } = worker(oneOfAKey());
  const failing = inTurn('ada', () => Promise.reject(new Error('its own')));
  await expect(failing).rejects.toThrow('its own');
  await expect.poll(() => inTurn('ada', async () => 'next').catch(() => '')).toBe('next');
});

test('Whoever stops waiting leaves the line of the other process too', async () => {
  const turns = createTurns({ atWork: 1, refusal });
  const [one, other] = [worker(turns), worker(turns)];
  const first = task();
  const running = one.inTurn('ada', first.work);
  await expect.poll(first.hasBegun).toBe(true);
  const leaving = new AbortController();
  const waiting = other.inTurn('grace', async () => 'never', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect.poll(() => turns.countKeys()).toBe(1);
  first.finish();
  await running;
});

test('What a worker had when it died is free again', async () => {
  const turns = oneOfAKey();
  const [dying, other] = [worker(turns), worker(turns)];
  const first = task();
  void dying.inTurn('ada', first.work);
  await expect.poll(first.hasBegun).toBe(true);
  dying.gone();
  await expect.poll(() => turns.countKeys()).toBe(0);
  expect(await other.inTurn('ada', async () => 'now')).toBe('now');
});
