import { expect, test } from 'vitest';
import { receiveFile } from './receive-file.ts';

const named = { headers: { 'content-disposition': "attachment; filename*=UTF-8''l%C3%A9ads.csv" } };

test('A file comes whole, by the name that the server gave it, and is counted as it comes', async () => {
  const counts: number[] = [];
  const onReceived = (bytes: number) => void counts.push(bytes);
  const file = await receiveFile(new Response('some leads', named), { onReceived });
  expect([file?.name, await file?.text(), counts.at(-1)]).toEqual(['léads.csv', 'some leads', 10]);
});

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
