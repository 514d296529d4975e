import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { overflow, refuseDeclaredSize } from './receiving-bounds.ts';

const texts = { noFile: 'no file', oneFile: 'one file', tooLarge: 'too large', cutOff: 'cut off' };
const rules = { field: 'file', maxBytes: 1000, texts, take: () => undefined };
const declaring = (bytes: number) =>
  ({ headers: { 'content-length': String(bytes) } }) as FastifyRequest;

afterEach(() => {
  vi.useRealTimers();
});

test('A body may be declared 64 KB larger than its file may be, for what stands around it', () => {
  const most = rules.maxBytes + 64 * 1024;
  expect(() => refuseDeclaredSize(declaring(most), rules)).not.toThrow();
  expect(() => refuseDeclaredSize(declaring(most + 1), rules)).toThrow('too large');
});

test('So much may arrive, and not a byte more', async () => {
  vi.useFakeTimers();
  const socket = { bytesRead: 500 };
  const reply = { raw: new EventEmitter() };
  const failed = vi.fn();
  void overflow({ raw: { socket } } as never, reply as never, rules).catch(failed);
  socket.bytesRead += rules.maxBytes + 64 * 1024;
  await vi.advanceTimersByTimeAsync(200);
  expect(failed).not.toHaveBeenCalled();
  socket.bytesRead += 1;
  await vi.advanceTimersByTimeAsync(200);
  expect(failed).toHaveBeenCalledWith(new AppError('too_large', 'too large'));
  reply.raw.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});
