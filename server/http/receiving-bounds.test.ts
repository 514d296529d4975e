import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { refuseDeclaredSize } from './receiving-bounds.ts';

const texts = { noFile: 'no file', oneFile: 'one file', tooLarge: 'too large', cutOff: 'cut off' };
const rules = { field: 'file', maxBytes: 1000, texts, take: () => undefined };
const declaring = (bytes: number) =>
  ({ headers: { 'content-length': String(bytes) } }) as FastifyRequest;

test('A body may be declared 64 KB larger than its file may be, for what stands around it', () => {
  const most = rules.maxBytes + 64 * 1024;
  expect(() => refuseDeclaredSize(declaring(most), rules)).not.toThrow();
  expect(() => refuseDeclaredSize(declaring(most + 1), rules)).toThrow('too large');
});
