import { expect, test, vi } from 'vitest';
import { readEvents, type ServerEvent } from './read-events.ts';

/** What is read of a stream that comes in these pieces. */
async function read(...pieces: (string | Uint8Array)[]) {
  const events: ServerEvent[] = [];
  const onBytes = vi.fn();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      }
      controller.close();
    },
  });
  await readEvents(stream, (event) => events.push(event), onBytes);
  return { events, bytes: onBytes.mock.calls.length };
}

const leads = { name: 'changed', data: '{"of":"leads"}' };

test('Events come with their names, several in one piece or one in several', async () => {
  const text = 'event: changed\ndata: {"of":"leads"}\n\n';
  expect((await read(text + text)).events).toEqual([leads, leads]);
  expect((await read(...text)).events).toEqual([leads]);
  expect((await read('data:x\n\n')).events).toEqual([{ name: 'message', data: 'x' }]);
});

test('Comments are no events, but show that somebody is there', async () => {
  expect(await read(': welcome\n\n', ': still here\n\n')).toEqual({ events: [], bytes: 3 });
});

test('What is cut off in the middle is no event', async () => {
  expect((await read('event: changed\ndata: {"of"')).events).toEqual([]);
});

test('A letter that comes in two pieces is one letter', async () => {
  const bytes = new TextEncoder().encode('data: é\n\n');
  const { events } = await read(bytes.slice(0, 7), bytes.slice(7));
  expect(events).toEqual([{ name: 'message', data: 'é' }]);
});
