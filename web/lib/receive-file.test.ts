import { expect, test } from 'vitest';
import { type Received, receiveFile } from './receive-file.ts';

const named = { headers: { 'content-disposition': "attachment; filename*=UTF-8''l%C3%A9ads.csv" } };

test.each([
  ['of a length that the server says', { 'content-length': '10' }, 10],
  ['of no length', {}, undefined],
  [
    'of another length than that of the file',
    { 'content-length': '7', 'content-encoding': 'gzip' },
    undefined,
  ],
])(
  'A file %s comes whole, by the name that the server gave it, and is counted as it comes',
  async (_, headers, total) => {
    const counts: Received[] = [];
    const onReceived = (received: Received) => void counts.push(received);
    const answer = new Response('some leads', { headers: { ...named.headers, ...headers } });
    const file = await receiveFile(answer, { onReceived });
    expect([file?.name, await file?.text()]).toEqual(['léads.csv', 'some leads']);
    expect(counts.at(-1)).toEqual({ bytes: 10, total });
  },
);

test('A file without a name is called a download', async () => {
  expect((await receiveFile(new Response('x')))?.name).toBe('download');
});

test('A file that is written as it comes is not kept', async () => {
  let written = '';
  const into = new WritableStream<Uint8Array>({
    write: (chunk) => {
      written += new TextDecoder().decode(chunk);
    },
  });
  expect(await receiveFile(new Response('some leads', named), { into })).toBeUndefined();
  expect(written).toBe('some leads');
});

test('A file that breaks off is a failure, not a shorter file', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('lost')) });
  await expect(
    receiveFile(new Response(broken, named), { onReceived: () => {} }),
  ).rejects.toThrow();
});
