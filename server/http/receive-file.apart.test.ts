import { createWriteStream } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { filePayload } from '#test/portal.ts';
import { acceptMultipart, withReceivedFile } from './receive-file.ts';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  createWriteStream: vi.fn(),
}));

const texts = { noFile: 'no file', oneFile: 'one file', tooLarge: 'too large', cutOff: 'cut off' };
const rules = { field: 'file', maxBytes: 1024, texts, take: () => undefined };

test.each(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EMFILE', 'ENFILE', 'EACCES', 'EROFS'])(
  'Where the disk fails with %s, the sender of the file is not blamed',
  async (code) => {
    const fault = Object.assign(new Error(`${code}: the disk failed`), { code, syscall: 'write' });
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(fault) });
    vi.mocked(createWriteStream).mockReturnValueOnce(failing as never);
    const failures: unknown[] = [];
    const app: FastifyInstance = fastify();
    acceptMultipart(app);
    app.post('/', (request, reply) =>
      withReceivedFile(request, reply, rules, async () => 'received').catch((error: unknown) => {
        failures.push(error);
        return 'failed';
      }),
    );
    const answer = await app.inject({ method: 'POST', url: '/', ...filePayload('a,b') });
    expect(answer.body).toBe('failed');
    expect(failures).toEqual([fault]);
    await app.close();
  },
);

test('Nothing is left open of a file whose sender is gone', async () => {
  let begun = false;
  const kept = new Writable({
    write: (_chunk, _encoding, done) => {
      begun = true;
      done();
    },
  });
  vi.mocked(createWriteStream).mockReturnValueOnce(kept as never);
  const app: FastifyInstance = fastify();
  acceptMultipart(app);
  app.post('/', (request, reply) =>
    withReceivedFile(request, reply, rules, async () => 'received'),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { payload, headers } = filePayload('a,b\n'.repeat(100));
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: 999\r\n\r\n`,
  );
  socket.write(payload.subarray(0, -100));
  await expect.poll(() => begun).toBe(true);
  expect(kept.destroyed).toBe(false);
  socket.destroy();
  await expect.poll(() => kept.destroyed).toBe(true);
  await app.close();
});
