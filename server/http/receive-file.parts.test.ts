import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { filePayload } from '#test/portal.ts';
import { acceptMultipart, withReceivedFile } from './receive-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-file-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** An app that says what the file it receives is called, and where it listens. */
async function listen() {
  const texts = {
    noFile: 'no file',
    oneFile: 'one file',
    tooLarge: 'too large',
    cutOff: 'cut off',
  };
  const rules = { field: 'file', maxBytes: 1e9, texts, take: () => undefined };
  const app: FastifyInstance = fastify();
  acceptMultipart(app);
  app.post('/', (request, reply) =>
    withReceivedFile(request, reply, rules, async ({ name }) => ({ message: name })),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

const edge = 'multipart/form-data; boundary=edge';
const field = (name: string, text = '') =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const file = `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n`;
const end = '--edge--\r\n';

test.each([
  {
    what: 'as many parts as may come',
    body: field('other').repeat(19) + file + end,
    answer: 'a.csv',
  },
  { what: 'one part more', body: field('other').repeat(20) + file + end, answer: 'one file' },
  {
    what: 'a field of a name that every object has',
    body: field('__proto__') + file + end,
    answer: 'a.csv',
  },
  { what: 'fields only', body: field('other') + end, answer: 'no file' },
  { what: 'a few parts that only begin', body: '--edge\r\n'.repeat(9), answer: 'cut off' },
  { what: 'many parts that only begin', body: '--edge\r\n'.repeat(10_000), answer: 'one file' },
  { what: 'many empty parts', body: field('').repeat(10_000), answer: 'one file' },
  {
    what: 'a part without the line before its content',
    body: `--edge\r\nA: b\r\n\r\n${end}`,
    answer: 'cut off',
  },
  {
    what: 'a file without the line before its content',
    body: `${file.slice(0, -7)}${end}`,
    answer: 'cut off',
  },
  { what: 'a file that does not end', body: file, answer: 'cut off' },
  {
    what: 'a file that nobody asked for and that does not end',
    body: file.replace('"file"', '"other"'),
    answer: 'cut off',
  },
  { what: 'its type in capitals', body: file + end, type: edge.replace('m', 'M'), answer: 'a.csv' },
  {
    what: 'a head that does not end',
    body: '--edge\r\nContent-Disposition: form',
    answer: 'cut off',
  },
  { what: 'a head that is none', body: `--edge\r\n\0\r\n\r\n\r\n${end}`, answer: 'cut off' },
  { what: 'nothing', body: '', answer: 'cut off' },
  { what: 'no boundary named', body: file + end, type: 'multipart/form-data', answer: 'cut off' },
])('A body with $what is answered, and so is the next', async ({ body, answer, type = edge }) => {
  const { app, port } = await listen();
  const send = async (body: string, type: string) => {
    const headers = { 'content-type': type };
    const sent = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    return ((await sent.json()) as { message: string }).message;
  };
  expect(await send(body, type)).toBe(answer);
  expect(await send(file + end, edge)).toBe('a.csv');
  await app.close();
  expect(await readdir(folder)).toEqual([]);
});

test('A body is read no further once it has too many parts', async () => {
  const { app, port } = await listen();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: ${edge}\r\nContent-Length: 1000000000\r\n\r\n`,
  );
  socket.write(field('other').repeat(30));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/connection: close[\s\S]*one file/i);
  await once(socket, 'close');
  await app.close();
});

test('A connection whose body came whole stays open, also where it was refused', async () => {
  const { app, port } = await listen();
  const sent = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': edge },
    body: field('other') + end,
  });
  expect(await sent.json()).toMatchObject({ message: 'no file' });
  expect(sent.headers.get('connection')).toBe('keep-alive');
  await app.close();
});

test('Nothing goes on watching an upload that was answered', async () => {
  const begun = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  const { app } = await listen();
  await app.inject({ method: 'POST', url: '/', ...filePayload('a') });
  await app.close();
  const watches = begun.mock.results.map(({ value }) => value);
  expect(watches).toHaveLength(1);
  await expect.poll(() => ended.mock.calls.map(([watch]) => watch)).toEqual(watches);
  vi.restoreAllMocks();
});

test('A file is known by the name that its sender gave it, whatever is in it', async () => {
  const { app } = await listen();
  const nameOf = async (name: string) => {
    const answer = await app.inject({ method: 'POST', url: '/', ...filePayload('a', { name }) });
    return answer.json().message;
  };
  expect(await nameOf('März "neu".csv')).toBe('März "neu".csv');
  // As browsers write it.
  expect(await nameOf('M%C3%A4rz %22neu%22%0D%0A.csv')).toBe('M%C3%A4rz "neu".csv');
  expect(await nameOf('C:\\Leads\\März.csv')).toBe('März.csv');
  expect(await nameOf('/home/ada/März.csv')).toBe('März.csv');
  expect(await nameOf('\u202Ea.csv')).toBe('a.csv');
  expect(await nameOf('نامه\u200Cها 👩\u200D👧.csv')).toBe('نامه\u200Cها 👩\u200D👧.csv');
  await app.close();
});
