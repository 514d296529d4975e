import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { filePayload } from '#test/portal.ts';
import { acceptMultipart, type ReceivedFile, withReceivedFile } from './receive-file.ts';
import type { FileRules } from './receiving-bounds.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-file-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const texts = { noFile: 'no file', oneFile: 'one file', tooLarge: 'too large', cutOff: 'cut off' };
const rules = { field: 'file', maxBytes: 1024, texts, take: () => undefined };

/** An app that hands the file it receives to `work`, and where it listens. */
async function listen(
  work: (file: ReceivedFile, signal: AbortSignal) => Promise<unknown>,
  kept: FileRules = rules,
) {
  const app: FastifyInstance = fastify();
  acceptMultipart(app);
  app.post('/', (request, reply) => withReceivedFile(request, reply, kept, work));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

test('Whoever works on a file hears of it when the connection is closed', async () => {
  const { promise: signal, resolve: start } = promiseOf<AbortSignal>();
  const { app, port } = await listen(async (_, signal) => {
    start(signal);
    await once(signal, 'abort');
  });
  const { payload, headers } = filePayload('a,b');
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
  );
  socket.write(payload);
  const given = await signal;
  expect(given.aborted).toBe(false);
  socket.destroy();
  await expect.poll(() => given.aborted).toBe(true);
  await app.close();
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test('A connection that was closed before the file is received is not waited for', async () => {
  const { promise: failure, resolve: fail } = promiseOf<unknown>();
  const app: FastifyInstance = fastify();
  acceptMultipart(app);
  app.post('/', async (request, reply) => {
    // As a session check is on its way while the caller leaves.
    socket.destroy();
    await once(reply.raw, 'close');
    await withReceivedFile(request, reply, rules, async () => 'received').then(fail, fail);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { headers } = filePayload('a,b');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: 5000\r\n\r\n`,
  );
  expect(await failure).toMatchObject({ message: texts.cutOff });
  await app.close();
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test('A file comes with its name and the digest of its bytes', async () => {
  const { app } = await listen(async ({ name, sha256 }) => ({
    name,
    sha256: sha256.toString('hex'),
  }));
  const answer = await app.inject({ method: 'POST', url: '/', ...filePayload('a,b') });
  const sha256 = createHash('sha256').update('a,b').digest('hex');
  expect(answer.json()).toEqual({ name: 'leads.csv', sha256 });
  await app.close();
});

test('A file is not received any further once its bytes are refused', async () => {
  let asked = 0;
  const take = () => (++asked > 2 ? new AppError('too_many', 'no room') : undefined);
  const { app, port } = await listen(async () => 'received', { ...rules, maxBytes: 1e9, take });
  const { payload, headers } = filePayload(Buffer.alloc(10 * 1024 * 1024));
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
  });
  expect(await answer.json()).toMatchObject({ message: 'no room' });
  expect(asked).toBe(3);
  await app.close();
  expect(await readdir(folder)).toEqual([]);
});

function promiseOf<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
