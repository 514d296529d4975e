import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { filePayload } from '#test/portal.ts';
import { withReceivedFile } from './receive-file.ts';

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
    await app.register(multipart);
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
