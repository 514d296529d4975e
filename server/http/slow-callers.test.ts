import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { answerError } from './errors.ts';
import { cutOffSlowCallers } from './slow-callers.ts';
import { usualWaits } from './waits.ts';

const { pace } = usualWaits;
const kilobyte = 1024;

let app: FastifyInstance;
let sockets: Socket[];
/** Lets a call to /later go on to its body. */
let goOn = () => {};
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  sockets = [];
  app = fastify();
  app.setErrorHandler(answerError);
  cutOffSlowCallers(app, { ...usualWaits, pace: { ...pace, fileBytes: 10 * 1024 ** 3 } });
  app.post('/', async ({ body }) => ({ length: JSON.stringify(body).length }));
  const refuse = async () => {
    throw new AppError('unauthorized', 'not you');
  };
  app.post('/refused', { onRequest: refuse }, async () => 'never');
  const wait = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
    });
  app.post('/later', { onRequest: wait }, async () => 'read');
  app.get('/endless', () => Readable.from(endless()));
  app.get('/file', { config: { isDownload: true } }, () => Readable.from(endless()));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  goOn();
  for (const socket of sockets) socket.destroy();
  await app.close();
});

function* endless() {
  while (true) yield Buffer.alloc(64 * kilobyte, 'x');
}

/** A call of which the test sends the body. */
async function open(line: string, length = 100 * kilobyte) {
  const arrived = once(app.server, 'request');
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const isPost = line.startsWith('POST');
  const body = isPost ? `Content-Type: application/json\r\nContent-Length: ${length}\r\n` : '';
  socket.write(`${line} HTTP/1.1\r\nHost: portal\r\n${body}\r\n`);
  const [request] = await arrived;
  const isClosed = () => request.socket.destroyed as boolean;
  /** Until the portal has so many bytes more. */
  const send = async (text: string) => {
    const before = request.socket.bytesRead as number;
    socket.write(text);
    await expect.poll(() => request.socket.bytesRead - before).toBe(text.length);
  };
  return { socket, request, isClosed, send };
}

function textOf(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

/** All calls are looked at by one timer, up to a tenth late. */
const passTime = () => vi.advanceTimersByTime(pace.every * 1.1);

test('A body that comes too slowly is refused, and its connection destroyed', async () => {
  const { socket, send, isClosed } = await open('POST /');
  const answer = textOf(socket);
  await send('x'.repeat(pace.bytes - 1));
  passTime();
  await expect.poll(isClosed).toBe(true);
  expect(answer()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer()).toContain('{"error":"The request took too long to arrive"}');
});

test('A body that keeps the pace may take many times as long', async () => {
  const { socket, send, isClosed } = await open('POST /', 3 * pace.bytes + 2);
  const answer = textOf(socket);
  await send('"');
  for (let part = 0; part < 3; part++) {
    await send('x'.repeat(pace.bytes));
    passTime();
    expect(isClosed()).toBe(false);
  }
  await send('"');
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('The body of a call that was refused is not waited for either', async () => {
  const { socket, isClosed } = await open('POST /refused');
  const answer = textOf(socket);
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(isClosed()).toBe(false);
  passTime();
  await expect.poll(isClosed).toBe(true);
});

test('Nobody is blamed for a body that the portal does not read', async () => {
  const { socket, request, send, isClosed } = await open('POST /later', 31 * kilobyte);
  const answer = textOf(socket);
  await send(`"${'x'.repeat(30 * kilobyte - 1)}`);
  await expect.poll(() => request.readableLength).toBeGreaterThan(0);
  for (let times = 0; times < 3; times++) passTime();
  expect(isClosed()).toBe(false);
  goOn();
  await expect.poll(() => request.readableLength).toBe(0);
  passTime();
  expect(isClosed()).toBe(false);
  await send(`${'x'.repeat(kilobyte - 1)}"`);
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

/** Until what the system holds for a caller who takes nothing is full. */
async function untilFull({ socket }: Awaited<ReturnType<typeof open>>['request']): Promise<void> {
  let written = -1;
  const isFull = () => {
    const before = written;
    written = socket.bytesWritten;
    return written > 0 && written === before;
  };
  await expect.poll(isFull, { interval: 200 }).toBe(true);
}

test('An answer that nobody takes is not kept', async () => {
  const { socket, request, isClosed } = await open('GET /endless');
  socket.pause();
  await untilFull(request);
  passTime();
  passTime();
  await expect.poll(isClosed).toBe(true);
});

test.each([
  ['/file', true],
  ['/endless', false],
])(
  'Of %s as much as of any answer is taken, but less than of a file has to be: cut off %s',
  async (path, isCutOff) => {
    const { socket, request, isClosed } = await open(`GET ${path}`);
    let taken = 0;
    socket.on('data', (chunk) => {
      taken += chunk.length;
    });
    socket.pause();
    await untilFull(request);
    passTime();
    // It took something since it was first looked at.
    const before = taken;
    socket.resume();
    await expect.poll(() => taken - before).toBeGreaterThan(1024 * kilobyte);
    socket.pause();
    await untilFull(request);
    passTime();
    await expect.poll(isClosed).toBe(isCutOff);
  },
);

test('An answer that is taken goes on for as long as it takes', async () => {
  const { socket, isClosed } = await open('GET /endless');
  let taken = 0;
  socket.on('data', (chunk) => {
    taken += chunk.length;
  });
  for (let times = 0; times < 3; times++) {
    const before = taken;
    await expect.poll(() => taken - before).toBeGreaterThan(20 * 1024 * kilobyte);
    passTime();
    expect(isClosed()).toBe(false);
  }
});

test('Nothing is watched any more once a call is answered', async () => {
  const { socket, send } = await open('POST /', 2);
  const answer = textOf(socket);
  await send('{}');
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  passTime();
  expect(vi.getTimerCount()).toBe(0);
});

test('However many calls there are, one timer looks at them', async () => {
  const calls = [await open('POST /'), await open('POST /'), await open('POST /')];
  expect(vi.getTimerCount()).toBe(1);
  passTime();
  for (const { isClosed } of calls) await expect.poll(isClosed).toBe(true);
});

test('A call that comes between two looks has all of its time', async () => {
  await open('POST /later');
  vi.advanceTimersByTime(pace.every * 0.55);
  const { isClosed } = await open('POST /');
  vi.advanceTimersByTime(pace.every);
  expect(isClosed()).toBe(false);
  vi.advanceTimersByTime(pace.every * 0.1);
  await expect.poll(isClosed).toBe(true);
});
