import { expect, test } from 'vitest';
import { readBody, withoutKey } from './answers.ts';
import { hubspotClient } from './client.ts';
import { HubSpotFault, HubSpotRefused } from './errors.ts';

const key = 'pat-eu1-0123-4567';
const noLimits = { take: async () => 0, learn: async () => {}, refused: async () => {} };

/** What a call ends with that is answered so each time. */
async function failureOf(status: number, body: BodyInit, token = key): Promise<unknown> {
  const client = hubspotClient({
    baseUrl: 'https://hubspot.example',
    token,
    budget: noLimits,
    wait: async () => {},
    fetch: async () => new Response(body, { status }),
  });
  return client.readAccount().catch((error: unknown) => error);
}
const json = JSON.stringify;
const page = '<!doctype html><title>Not here</title>';
const foreign = "HubSpot's address answered with something that is not HubSpot's";

test.each([
  [404, page, `${foreign} (404)`],
  [404, '', `${foreign} (404)`],
  [404, json({ message: 'no Route matched with those values' }), `${foreign} (404)`],
  [404, json({ status: 404, error: 'Not Found', message: 'No handler' }), `${foreign} (404)`],
  [400, page, `${foreign} (400)`],
  [401, page, `${foreign} (401)`],
  [403, page, `${foreign} (403)`],
  [403, json({ message: 'Forbidden' }), `${foreign} (403)`],
  [405, '[]', `${foreign} (405)`],
  [410, '"gone"', `${foreign} (410)`],
  [200, page, foreign],
  [200, '{"portalId": ', foreign],
  [
    404,
    json({ status: 'error', message: 'Unable to find it', correlationId: 'c' }),
    'HubSpot does not know the call: Unable to find it',
  ],
])(
  'An answer that is not HubSpot’s is a fault of the connection, not of what was sent: %i %s',
  async (status, body, message) => {
    const failure = await failureOf(status, body);
    expect(failure).toBeInstanceOf(HubSpotFault);
    expect(failure).toMatchObject({ kind: 'unreachable', message, status });
  },
);

test.each([
  [400, { status: 'error', message: 'Not so', correlationId: 'c' }],
  [400, { category: 'VALIDATION_ERROR', message: 'Not so' }],
  [404, { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'Not so' }],
  [409, { status: 'error', category: 'CONFLICT', message: 'Not so' }],
])('HubSpot’s own refusal is one of what was sent: %i %o', async (status, body) => {
  const failure = await failureOf(status, json(body));
  expect(failure).toBeInstanceOf(HubSpotRefused);
  expect(failure).toMatchObject({ status, message: 'Not so' });
});

test('An answer is read up to 32 MB, and not to its end where it has none', async () => {
  const megabyte = new Uint8Array(1024 * 1024).fill(32);
  let read = 0;
  let isEnded = false;
  const endless = new ReadableStream({
    pull: (stream) => {
      read += 1;
      stream.enqueue(megabyte);
    },
    cancel: () => {
      isEnded = true;
    },
  });
  expect(await failureOf(200, endless)).toMatchObject({
    kind: 'unreachable',
    message: 'HubSpot answered with more than 32 MB',
  });
  expect([isEnded, read < 40]).toEqual([true, true]);
});

test.each([400, 401, 403])(
  'What HubSpot says is told in one short line, never with the key: %i',
  async (status) => {
    const message = `Bearer ${key} \u0000\u001b[31m\u202e\n${'long '.repeat(100)}`;
    const failure = await failureOf(status, json({ status: 'error', category: 'C', message }));
    const told = failure instanceof Error ? failure.message : '';
    expect(told).toMatch(/^Bearer \(the key\) \[31m long long .*…$/);
    expect(told).toHaveLength(300);
  },
);

test('A key of eight letters is told nowhere; what is shorter is no key, and might be a word', () => {
  expect(withoutKey('Bearer abcdefgh, abcdefgh', 'abcdefgh')).toBe('Bearer (the key), (the key)');
  expect(withoutKey('Bearer abcdefg', 'abcdefg')).toBe('Bearer abcdefg');
});

const escaped = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

test.each([
  ['with escapes', key, escaped(key)],
  ['with NUL in it', key, `pat-\\u0000${key.slice(4)}`],
  ['with NUL after each letter', key, [...key].map((letter) => `${letter}\\u0000`).join('')],
  ['whose letters JSON escapes', 'pat"eu1\\0123', json('pat"eu1\\0123').slice(1, -1)],
])('A key that an answer spells %s is told nowhere', async (_, token, spelled) => {
  const body = `{ "status": "error", "category": "C", "message": "No ${spelled} here" }`;
  expect(await failureOf(400, body, token)).toMatchObject({ message: 'No (the key) here' });
});

test('An answer has no key in its names nor deep in it, and all else as it was', async () => {
  const deep = 100_000;
  const text = `{"${key}": [-0, 1.5, null, true, "\\ud83d\\ude80"], "deep": ${'['.repeat(deep)}"${key}"${']'.repeat(deep)}}`;
  const { deep: nested, ...others } = (await readBody(new Response(text), key)) as {
    deep: unknown;
  };
  expect(others).toEqual({ '(the key)': [-0, 1.5, null, true, '🚀'] });
  let inner = nested;
  while (Array.isArray(inner)) inner = inner[0];
  expect(inner).toBe('(the key)');
});

test.each([
  ['{"__pro\\u0000to__": {"id": "1"}}', [['__proto__', { id: '1' }]]],
  ['{"a\\u0000": 1, "a": {"b": 2}}', [['a', { b: 2 }]]],
])('A name without what is hidden in it is one name of the answer: %s', async (text, fields) => {
  const answer = (await readBody(new Response(text), key)) as object;
  expect(Object.entries(answer)).toEqual(fields);
});
