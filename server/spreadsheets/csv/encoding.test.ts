import { afterAll, expect, it } from 'vitest';
import { uploadFolder } from '#test/lead-files.ts';
import { detectEncoding } from './encoding.ts';

const { save, remove } = uploadFolder();
afterAll(remove);

it.each([
  [11, 1, 'utf-8'],
  [10, 1, 'windows-1252'],
  [31, 3, 'utf-8'],
  [30, 3, 'windows-1252'],
])('A file with %i letters of UTF-8 and %i bytes that are none is read as %s', async (...given) => {
  const [letters, strays, name] = given;
  const bytes = Buffer.concat([Buffer.from('ö'.repeat(letters)), Buffer.alloc(strays, 0xff)]);
  expect(await detectEncoding(save(bytes), bytes)).toEqual({ name, clean: false });
});
