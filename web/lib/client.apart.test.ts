// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, type Call, heldAnswer } from '#test/fake-server.ts';

/** The client keeps its CSRF token for as long as the page lives: each test is a page of its own. */
async function openPage() {
  vi.resetModules();
  const [{ call, openStream, upload }, { endSession }, { endpoints }, { sessionStore }] =
    await Promise.all([
      import('./client.ts'),
      import('./send-signed-in.ts'),
      import('#contract/endpoints.ts'),
      import('./session-store.ts'),
    ]);
  return {
    sessionStore,
    endSession,
    openStream,
    streamChanges: endpoints.streamChanges,
    logOut: () => call(endpoints.logout),
    upload: (signal: AbortSignal) =>
      upload(endpoints.uploadLeads, {
        file: new File(['company_name'], 'leads.csv'),
        signal,
        onProgress: () => {},
      }),
    fetchUser: () => call(endpoints.me),
    fetchLeads: () => call(endpoints.listLeads, { query: {} }),
  };
}

const wrongCsrf = { status: 403, json: { error: 'CSRF token is missing or invalid' } };
const expired = { status: 401, json: { error: 'Token has expired' } };
const made = (calls: Call[]) => calls.map(({ method, path }) => `${method} ${path}`);
const count = (calls: Call[], wanted: string) => made(calls).filter((c) => c === wanted).length;

beforeEach(() => {
  localStorage.setItem('token', 'old');
  localStorage.setItem('refresh_token', 'refresh');
});
afterEach(() => localStorage.clear());

/** Answers each fetch with another token, so that it shows which one a call carried. */
function numberedTokens() {
  let fetched = 0;
  return () => ({ json: { csrf_token: `csrf ${++fetched}` } });
}

test('The CSRF token is fetched once, kept, and sent with every call that is no GET', async () => {
  const calls = answerCalls({
    'GET /api/csrf-token': numberedTokens(),
    'POST /api/logout': {},
    'GET /api/me': {},
  });
  const page = await openPage();
  await page.logOut();
  await page.fetchUser();
  await page.logOut();
  expect(made(calls)).toEqual([
    'GET /api/csrf-token',
    'POST /api/logout',
    'GET /api/me',
    'POST /api/logout',
  ]);
  expect(calls.map(({ headers }) => headers['x-csrf-token'])).toEqual([
    undefined,
    'csrf 1',
    undefined,
    'csrf 1',
  ]);
});

test('A CSRF token that is refused is fetched anew, the call repeated with it, and it is kept', async () => {
  const calls = answerCalls({
    'GET /api/csrf-token': numberedTokens(),
    'POST /api/logout': ({ headers }) => (headers['x-csrf-token'] === 'csrf 1' ? wrongCsrf : {}),
  });
  const page = await openPage();
  await page.logOut();
  await page.logOut();
  expect(calls.map(({ headers }) => headers['x-csrf-token'])).toEqual([
    undefined,
    'csrf 1',
    undefined,
    'csrf 2',
    'csrf 2',
  ]);
});

test('A CSRF token that is refused twice is an error, and the call is not tried a third time', async () => {
  const calls = answerCalls({ 'POST /api/logout': wrongCsrf });
  const page = await openPage();
  await expect(page.logOut()).rejects.toThrow('CSRF token is missing or invalid');
  expect(made(calls)).toEqual([
    'GET /api/csrf-token',
    'POST /api/logout',
    'GET /api/csrf-token',
    'POST /api/logout',
  ]);
});

test('Another refusal with 403 does not fetch a CSRF token anew', async () => {
  const calls = answerCalls({
    'POST /api/logout': { status: 403, json: { error: 'Insufficient permissions' } },
  });
  const page = await openPage();
  await expect(page.logOut()).rejects.toThrow('Insufficient permissions');
  expect(count(calls, 'GET /api/csrf-token')).toBe(1);
});

test('A CSRF token that cannot be fetched is only logged, and the next call asks for it again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const calls = answerCalls({ 'GET /api/csrf-token': 'no connection', 'POST /api/logout': {} });
  const page = await openPage();
  await page.logOut();
  await page.logOut();
  expect(count(calls, 'GET /api/csrf-token')).toBe(2);
  expect(logged).toHaveBeenCalledTimes(2);
  logged.mockRestore();
});

test('An upload that is cancelled while the CSRF token is on its way is never sent', async () => {
  const { reply, release } = heldAnswer({ json: { csrf_token: 'csrf' } });
  const calls = answerCalls({ 'GET /api/csrf-token': reply, 'POST /api/leads/upload': {} });
  const page = await openPage();
  const cancelling = new AbortController();
  const result = page.upload(cancelling.signal);
  cancelling.abort();
  release();
  await expect(result).rejects.toThrow('Cancelled');
  expect(made(calls)).toEqual(['GET /api/csrf-token']);
});

test('Calls that expire together cause one refresh, and each is made once more with the new token', async () => {
  const calls = answerCalls({
    'GET /api/me': ({ headers }) => (headers.authorization === 'Bearer old' ? expired : {}),
    'GET /api/leads': ({ headers }) => (headers.authorization === 'Bearer old' ? expired : {}),
    'POST /api/refresh-token': { json: { token: 'new' } },
  });
  const page = await openPage();
  await Promise.all([page.fetchUser(), page.fetchLeads(), page.fetchLeads()]);
  expect(count(calls, 'POST /api/refresh-token')).toBe(1);
  expect(count(calls, 'GET /api/me')).toBe(2);
  expect(count(calls, 'GET /api/leads')).toBe(4);
  expect(localStorage.getItem('token')).toBe('new');
  expect(calls.find(({ path }) => path === '/api/refresh-token')?.body).toEqual({
    refresh_token: 'refresh',
  });
});

test('A token that is expired for good is refreshed once, not for ever', async () => {
  const calls = answerCalls({
    'GET /api/me': expired,
    'POST /api/refresh-token': { json: { token: 'new' } },
  });
  const page = await openPage();
  await expect(page.fetchUser()).rejects.toThrow('Token has expired');
  expect(count(calls, 'POST /api/refresh-token')).toBe(1);
  expect(count(calls, 'GET /api/me')).toBe(2);
});

test('A refresh that is refused clears both tokens, and the call is not made again', async () => {
  const calls = answerCalls({
    'GET /api/me': expired,
    'POST /api/refresh-token': { status: 401, json: { error: 'Your session has ended.' } },
  });
  const page = await openPage();
  await expect(page.fetchUser()).rejects.toThrow('Token has expired');
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('refresh_token')).toBeNull();
  expect(count(calls, 'GET /api/me')).toBe(1);
  expect(page.sessionStore.over).toBe('ended');
});

test.each([{}, { token: '' }, { token: null }])(
  'A refresh that is answered with %j and no token ends the session, and stores nothing',
  async (json) => {
    const calls = answerCalls({ 'GET /api/me': expired, 'POST /api/refresh-token': { json } });
    const page = await openPage();
    await expect(page.fetchUser()).rejects.toThrow('Token has expired');
    expect(localStorage.length).toBe(0);
    expect(count(calls, 'GET /api/me')).toBe(1);
    expect(page.sessionStore.over).toBe('ended');
  },
);

test('A call that was under way when its user signed out asks for no refresh, and ends nothing', async () => {
  const { reply, release } = heldAnswer(expired);
  const calls = answerCalls({ 'GET /api/me': reply });
  const page = await openPage();
  const answer = page.fetchUser();
  page.sessionStore.clear('signed out');
  release();
  await expect(answer).rejects.toThrow('Token has expired');
  expect(made(calls)).toEqual(['GET /api/me']);
  expect(page.sessionStore.over).toBe('signed out');
});

test.each([
  ['gives a token', { json: { token: 'new' } }],
  ['is refused', { status: 401, json: { error: 'Your session has ended.' } }],
])('A refresh that %s after its user has signed out changes nothing', async (_, answer) => {
  const { reply, release } = heldAnswer(answer);
  const calls = answerCalls({ 'GET /api/me': expired, 'POST /api/refresh-token': reply });
  const page = await openPage();
  const user = page.fetchUser();
  await expect.poll(() => count(calls, 'POST /api/refresh-token')).toBe(1);
  page.sessionStore.clear('signed out');
  release();
  await expect(user).rejects.toThrow('Token has expired');
  expect(localStorage.length).toBe(0);
  expect(page.sessionStore.over).toBe('signed out');
});

test('A session is ended with its own token, whoever is signed in by then, even if the page closes', async () => {
  const calls = answerCalls({ 'POST /api/logout': {} });
  const page = await openPage();
  await page.endSession('of the last user', 'refresh of the last user');
  expect(made(calls)).toEqual(['GET /api/csrf-token', 'POST /api/logout']);
  expect(calls[1]).toMatchObject({
    headers: { authorization: 'Bearer of the last user', 'x-csrf-token': 'csrf' },
    keepalive: true,
  });
});

test('One call ends a session, also if its token has expired: the page may be gone before a second', async () => {
  const calls = answerCalls({ 'POST /api/logout': expired });
  const page = await openPage();
  await page.endSession('stale', 'refresh of the last user');
  expect(made(calls)).toEqual(['GET /api/csrf-token', 'POST /api/logout']);
  expect(calls[1]).toMatchObject({
    headers: { authorization: 'Bearer stale', 'x-refresh-token': 'refresh of the last user' },
    keepalive: true,
  });
  expect(localStorage.getItem('token')).toBe('old');
});

test('No other call carries the refresh token outside of its body', async () => {
  const calls = answerCalls({ 'GET /api/me': {}, 'POST /api/logout': {} });
  const page = await openPage();
  await page.fetchUser();
  await page.logOut();
  for (const { headers } of calls) expect(headers['x-refresh-token']).toBeUndefined();
});

test('Another refusal with 401 is passed to the caller without a refresh', async () => {
  const calls = answerCalls({
    'GET /api/me': { status: 401, json: { error: 'You are not signed in' } },
  });
  const page = await openPage();
  await expect(page.fetchUser()).rejects.toThrow('You are not signed in');
  expect(made(calls)).toEqual(['GET /api/me']);
});

test('A token that another tab has renewed meanwhile is used, and no refresh is asked for', async () => {
  const calls = answerCalls({
    'GET /api/me': ({ headers }) => {
      if (headers.authorization !== 'Bearer old') return {};
      localStorage.setItem('token', 'of another tab');
      return expired;
    },
  });
  const page = await openPage();
  await page.fetchUser();
  expect(calls.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer old',
    'Bearer of another tab',
  ]);
});

test.each([
  ['no sentence', { error: '' }],
  ['a sentence that is no text', { error: { code: 7 } }],
  ['no object', 'Bad gateway'],
])('A refusal with %s is told by its number', async (_, json) => {
  answerCalls({ 'GET /api/me': { status: 502, json } });
  const page = await openPage();
  await expect(page.fetchUser()).rejects.toThrow('HTTP 502');
});

test('A call of somebody who has left meanwhile is not made again for whoever is signed in now', async () => {
  const calls = answerCalls({
    'GET /api/me': () => {
      localStorage.setItem('token', 'of somebody else');
      localStorage.setItem('refresh_token', 'of somebody else');
      return expired;
    },
  });
  const page = await openPage();
  await expect(page.fetchUser()).rejects.toThrow('Token has expired');
  expect(calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer old']);
});

test('A stream is opened with the token of the session, which is refreshed once where it has expired', async () => {
  let opened = 0;
  const calls = answerCalls({
    'GET /api/events/stream': () => (++opened === 1 ? expired : { status: 200 }),
    'POST /api/refresh-token': { json: { token: 'new' } },
  });
  const { openStream, streamChanges } = await openPage();
  await openStream(streamChanges, new AbortController().signal);
  const asked = calls.filter(({ path }) => path === '/api/events/stream');
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
});
