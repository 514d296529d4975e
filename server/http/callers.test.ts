import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { visitorOf } from './callers.ts';

const headers = { 'user-agent': 'Browser' };

test('Where a call comes from is its address and its program', () => {
  const request = { ip: '192.0.2.7', headers } as unknown as FastifyRequest;
  expect(visitorOf(request)).toEqual({ ip: '192.0.2.7', userAgent: 'Browser' });
});

test('A caller whose connection is gone comes from nowhere, which is no fault of the portal', () => {
  const request = { ip: undefined, headers } as unknown as FastifyRequest;
  expect(() => visitorOf(request)).toThrow(expect.objectContaining({ code: 'invalid' }));
});
