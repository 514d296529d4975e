import { expect, test } from 'vitest';
import type { Budget } from './budget.ts';
import { hubspotClient } from './client.ts';
import { HubSpotFault, HubSpotRefused } from './errors.ts';

const at = Date.parse('2026-11-16T08:00:00.250Z');
const account = { portalId: 7, uiDomain: 'app.hubspot.com' };

type Answer = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> };

/** A client whose calls are answered one after the other, the last answer for ever. */
function clientOf(answers: (Answer | Error)[], signal?: AbortSignal) {
  const asked: { url: string; init: RequestInit }[] = [];
  const waits: number[] = [];
  const policies: string[] = [];
  const taken: string[] = [];
  const budget: Budget = {
    take: async (kind) => {
      taken.push(kind);
      return 0;
    },
    learn: async () => undefined,
    refused: async (policy) => {
      policies.push(policy);
    },
  };
  const client = hubspotClient({
    baseUrl: 'https://hubspot.example',
    token: 'pat-1',
    budget,
    clock: () => new Date(at),
    chance: () => 1,
    wait: async (milliseconds, leaving) => {
      leaving.throwIfAborted();
      if (milliseconds > 0) waits.push(milliseconds);
    },
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), init });
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? {};
      if (answer instanceof Error) throw answer;
      const { status = 200, body = {}, text, headers } = answer;
      return new Response(text ?? JSON.stringify(body), { status, headers: headers ?? {} });
    },
    ...(signal && { signal }),
  });
  return { client, asked, waits, policies, taken };
}

const limited = (policyName: string): Answer => ({
  status: 429,
  body: {
    status: 'error',
    message: 'You have reached your limit.',
    errorType: 'RATE_LIMIT',
    policyName,
  },
});
const lost = new TypeError('fetch failed', {
  cause: Object.assign(new Error('lost'), { code: 'ECONNRESET' }),
});
const late = Object.assign(new Error('The operation was aborted'), { name: 'TimeoutError' });

test('The key goes to HubSpot and to no other address', async () => {
  const { client, asked } = clientOf([{ body: account }]);
  expect(await client.readAccount()).toEqual({
    portalId: '7',
    url: 'https://app.hubspot.com/contacts/7',
  });
  expect(asked).toMatchObject([
    {
      url: 'https://hubspot.example/account-info/v3/details',
      init: { method: 'GET', redirect: 'error', headers: { authorization: 'Bearer pat-1' } },
    },
  ]);
});

test.each([
  ['busy', limited('TEN_SECONDLY_ROLLING')],
  ['busy with searches', limited('SECONDLY')],
  ['broken', { status: 500, body: { message: 'internal error' } }],
  ['behind something that is', { status: 502, text: '<html>Bad gateway</html>' }],
  ['at work on the same', { status: 423, body: { message: 'locked' } }],
  ['gone in the middle', lost],
  ['silent', late],
  ['talking nonsense', { body: { portalId: null } }],
  ['cut off', { text: '{"portalId": ' }],
] as [string, Answer | Error][])(
  'HubSpot is asked again where it is %s, after pauses that double',
  async (_, answer) => {
    const { client, asked, waits } = clientOf([answer, answer, answer, { body: account }]);
    expect(await client.readAccount()).toMatchObject({ portalId: '7' });
    expect(asked).toHaveLength(4);
    expect(waits).toEqual([200, 400, 800]);
  },
);

test.each([
  [{ status: 500, body: {} }, 'HubSpot answered 500', 500],
  [limited('TEN_SECONDLY_ROLLING'), 'HubSpot has no time for so many calls', 429],
  [lost, 'HubSpot cannot be reached: ECONNRESET', undefined],
  [late, 'HubSpot did not answer for 15 s', undefined],
] as [Answer | Error, string, number | undefined][])(
  'What never ends is a fault of the connection: %o',
  async (answer, message, status) => {
    const { client, asked } = clientOf([answer]);
    const failure = await client.readAccount().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HubSpotFault);
    expect(failure).toMatchObject({ kind: 'unreachable', message, status });
    expect(asked).toHaveLength(7);
  },
);

test.each([
  [
    { status: 401, body: { message: 'expired', category: 'EXPIRED_AUTHENTICATION' } },
    'key_refused',
  ],
  [{ status: 403, body: { message: 'no', category: 'MISSING_SCOPES' } }, 'scope_missing'],
  [limited('DAILY'), 'daily_limit'],
] as [Answer, string][])('%o is not asked for twice: %s', async (answer, kind) => {
  const { client, asked } = clientOf([answer]);
  await expect(client.readAccount()).rejects.toMatchObject({ kind });
  expect(asked).toHaveLength(1);
});

test('A refusal for a limit is noted with the limit that it is of', async () => {
  const { client, policies } = clientOf([limited('SECONDLY'), { body: account }]);
  await client.readAccount();
  expect(policies).toEqual(['SECONDLY']);
});

test('What HubSpot does not take is told with what is wrong with it, at once', async () => {
  const body = {
    status: 'error',
    category: 'VALIDATION_ERROR',
    message: 'Property values were not valid',
    errors: [{ message: 'bad', code: 'INVALID_EMAIL' }],
  };
  const { client, asked } = clientOf([{ status: 400, body }]);
  const failure = await client
    .batchCreate('contacts', [])
    .then(() => client.readAccount().catch((error: unknown) => error));
  expect(failure).toBeInstanceOf(HubSpotRefused);
  expect(failure).toMatchObject({ status: 400, refusal: { codes: ['INVALID_EMAIL'] } });
  expect(asked).toHaveLength(1);
});

test('A batch of more than a hundred goes in several calls, each input with its trace', async () => {
  const object = { id: '1', properties: {}, createdAt: '', updatedAt: '' };
  const refusal = { category: 'CONFLICT', message: 'no', context: { objectWriteTraceId: ['7'] } };
  const { client, asked } = clientOf([
    { body: { results: [object] } },
    { status: 207, body: { results: [object], errors: [refusal] } },
    { body: { results: [] } },
  ]);
  const inputs = Array.from({ length: 250 }, (_, i) => ({ trace: String(i), properties: {} }));
  const { results, refusals } = await client.batchCreate('contacts', inputs);
  expect(results).toHaveLength(2);
  expect(refusals).toEqual([
    { category: 'CONFLICT', message: 'no', faults: [], codes: [], traces: ['7'], ids: [] },
  ]);
  const sizes = asked.map(({ init }) => JSON.parse(String(init.body)).inputs.length);
  expect(sizes).toEqual([100, 100, 50]);
  expect(JSON.parse(String(asked[0]?.init.body)).inputs[3]).toEqual({
    objectWriteTraceId: '3',
    properties: {},
  });
});

test('What was archived is listed page by page, as HubSpot says where the next begins', async () => {
  const { client, asked } = clientOf([
    { body: { results: [{ id: 7 }], paging: { next: { after: 'a b' } } } },
    { body: { results: [] } },
  ]);
  const first = await client.listArchived('deals', '');
  expect(first).toEqual({ ids: ['7'], after: 'a b' });
  expect(await client.listArchived('deals', first.after)).toEqual({ ids: [], after: '' });
  const list = 'https://hubspot.example/crm/v3/objects/deals?archived=true&limit=100';
  expect(asked.map(({ url, init }) => [init.method, url])).toEqual([
    ['GET', list],
    ['GET', `${list}&after=a+b`],
  ]);
});

test('Whoever leaves is not kept waiting, and takes no turn from others', async () => {
  const leaving = AbortSignal.abort(new Error('stopping'));
  const { client, asked, taken } = clientOf([{ body: account }], leaving);
  await expect(client.readAccount()).rejects.toThrow('stopping');
  expect([asked, taken]).toEqual([[], []]);
});

test('Whoever gives up waits for the turn that was taken, and asks nothing in it: no fault of HubSpot’s', async () => {
  const giving = new AbortController();
  const gone = new Error('gone');
  const done: string[] = [];
  const client = hubspotClient({
    baseUrl: 'https://hubspot.example',
    token: 'pat-1',
    budget: { take: async () => 1_000, learn: async () => {}, refused: async () => {} },
    signal: giving.signal,
    tries: 1,
    wait: async (milliseconds, leaving) => {
      giving.abort(gone);
      leaving.throwIfAborted();
      done.push(`waited ${milliseconds}`);
    },
    fetch: async (_, init) => {
      init?.signal?.throwIfAborted();
      done.push('asked');
      return new Response('{}');
    },
  });
  await expect(client.readAccount()).rejects.toBe(gone);
  expect(done).toEqual(['waited 1000']);
});

test('Many calls that nothing ends may wait at once, without a warning of a leak', async () => {
  const client = hubspotClient({
    baseUrl: 'https://hubspot.example',
    token: 'pat-1',
    budget: { take: async () => 1, learn: async () => {}, refused: async () => {} },
    fetch: async () => new Response(JSON.stringify(account)),
  });
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  await Promise.all(Array.from({ length: 20 }, () => client.readAccount()));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test.each([
  ['Mon, 16 Nov 2026 08:00:00 GMT', 0],
  ['Mon, 16 Nov 2026 08:00:01 GMT', 0],
  ['Mon, 16 Nov 2026 08:05:00 GMT', 300_250],
  ['Mon, 16 Nov 2026 07:59:50 GMT', -9_750],
  ['never', 0],
])("HubSpot's clock is read from its answers: %s", async (date, ahead) => {
  const { client } = clientOf([{ body: account, headers: { date } }]);
  await client.readAccount();
  expect(client.hubspotTime().getTime() - at).toBe(ahead);
});
