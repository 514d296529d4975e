import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maxJsonParts } from '#contract/limits.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { hasTooManyParts } from './body.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

test.each([
  { text: '{}', parts: 1 },
  { text: '[[],{}]', parts: 3 },
  { text: '{"a":1,"b":[1,2,3],"c":{"d":null}}', parts: 7 },
  { text: '{"a":"{[:,:]}"}', parts: 2 },
  { text: '{"a:{":"\\"::[[\\\\","b":1}', parts: 3 },
  { text: '{"\\u0022":":"}', parts: 2 },
  { text: '"::::"', parts: 0 },
  { text: '1', parts: 0 },
])('$text has $parts parts', ({ text, parts }) => {
  expect(hasTooManyParts(text, parts)).toBe(false);
  if (parts > 0) expect(hasTooManyParts(text, parts - 1)).toBe(true);
});

/** A field that no call knows, beside what signing in takes. */
const signIn = (unknown: unknown) => ({
  method: 'POST' as const,
  url: '/api/login',
  payload: { email: 'nobody@chaos.example', password: 'x', unknown },
});

test('A body with more parts than any call takes is refused without being read', async () => {
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n, 0]));
  const parse = vi.spyOn(JSON, 'parse');
  const hostile = [fields, Array(30_000).fill([]), Array(30_000).fill({})];
  for (const unknown of hostile) {
    const { payload, ...options } = signIn(unknown);
    const sent = { ...options, payload: JSON.stringify(payload) };
    const headers = { 'content-type': 'application/json', ...(await csrfHeaders()) };
    parse.mockClear();
    const { statusCode, body } = await portal.app.inject({ ...sent, headers });
    expect(parse).not.toHaveBeenCalled();
    expect([statusCode, body]).toEqual([400, '{"error":"The request body has too many fields"}']);
  }
  parse.mockRestore();
});

async function csrfHeaders(): Promise<Record<string, string>> {
  const response = await portal.app.inject('/api/csrf-token');
  return { 'x-csrf-token': response.body.split('"')[3] ?? '' };
}

test('Texts may hold as many of the same characters as they like, and lists as many numbers', async () => {
  for (const unknown of [':{['.repeat(maxJsonParts), Array(maxJsonParts * 2).fill(0)]) {
    expect((await portal.anyone.send(signIn(unknown))).status).toBe(401);
  }
});
