// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/accounts.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { InApp } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { sessionStore } from '#web/lib/session-store.ts';
import { SessionProvider } from './SessionProvider.tsx';
import { logOut, type Session, useSession } from './session.api.ts';

function userOf(id: string): User {
  return { id, name: `User ${id}`, email: `${id}@x.example`, role: 'partner', company: null };
}

let session: Session;
function Shown() {
  session = useSession();
  return <p>{session.loading ? 'checking' : (session.user?.name ?? 'nobody')}</p>;
}

async function start() {
  const queries = newQueryClient();
  queries.setQueryData(['leads', 'list'], 'from before');
  render(
    <InApp queries={queries}>
      <SessionProvider>
        <Shown />
      </SessionProvider>
    </InApp>,
  );
  return {
    queries,
    leads: () => queries.getQueryData(['leads', 'list']),
    settled: () => screen.findByText(/User|nobody/),
  };
}

const shown = () => screen.getByRole('paragraph').textContent;

beforeEach(() => sessionStore.begin('access', 'refresh'));

test('Until the stored session has been checked, it is loading', async () => {
  const { reply, release } = heldAnswer({ json: { user: userOf('1') } });
  answerCalls({ 'GET /api/me': reply });
  const { settled } = await start();
  expect(shown()).toBe('checking');
  release();
  await settled();
  expect(shown()).toBe('User 1');
});

test('Without a stored token nobody is asked for, and nobody is signed in', async () => {
  localStorage.clear();
  const calls = answerCalls({});
  await (await start()).settled();
  expect(shown()).toBe('nobody');
  expect(calls.map(({ path }) => path)).not.toContain('/api/me');
});

test('What one user was shown is gone when another signs in', async () => {
  answerCalls({ 'GET /api/me': { json: { user: userOf('1') } } });
  const { queries, leads, settled } = await start();
  await settled();
  queries.setQueryData(['leads', 'list'], 'of user 1');
  act(() => session.enter(userOf('2')));
  expect(shown()).toBe('User 2');
  expect(leads()).toBeUndefined();
});

test('What was shown is gone when the user signs out', async () => {
  answerCalls({ 'GET /api/me': { json: { user: userOf('1') } }, 'POST /api/logout': {} });
  const { queries, leads, settled } = await start();
  await settled();
  queries.setQueryData(['leads', 'list'], 'of user 1');
  act(() => session.signOut());
  expect(shown()).toBe('nobody');
  expect(leads()).toBeUndefined();
});

test('The same user again keeps what was loaded', async () => {
  answerCalls({ 'GET /api/me': { json: { user: userOf('1') } } });
  const { queries, leads, settled } = await start();
  await settled();
  queries.setQueryData(['leads', 'list'], 'of user 1');
  act(() => session.enter({ ...userOf('1'), name: 'User 1 renamed' }));
  expect(leads()).toBe('of user 1');
});

test('A session that the server knows nobody of is cleared', async () => {
  answerCalls({ 'GET /api/me': { json: {} } });
  await (await start()).settled();
  expect(shown()).toBe('nobody');
  expect(localStorage.length).toBe(0);
});

test('A check that fails keeps a session that may still be refreshed', async () => {
  answerCalls({ 'GET /api/me': { status: 500 } });
  await (await start()).settled();
  expect(localStorage.getItem('refresh_token')).toBe('refresh');
});

test('A stored token that is none clears the session where no refresh token is stored', async () => {
  localStorage.removeItem('refresh_token');
  answerCalls({ 'GET /api/me': { status: 401, json: { error: 'You are not signed in' } } });
  await (await start()).settled();
  expect(localStorage.length).toBe(0);
});

test('Signing out clears the tokens even if the server cannot be told', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  answerCalls({ 'POST /api/logout': 'no connection' });
  logOut();
  expect(localStorage.length).toBe(0);
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
  logged.mockRestore();
});

test('Signing out waits for no answer, and the server is told with the token that is gone', async () => {
  const { reply } = heldAnswer({});
  const calls = answerCalls({
    'GET /api/me': { json: { user: userOf('1') } },
    'POST /api/logout': reply,
  });
  await (await start()).settled();
  act(() => session.signOut());
  expect(shown()).toBe('nobody');
  expect(session.ended).toBe(false);
  expect(localStorage.length).toBe(0);
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/logout'));
  expect(calls.at(-1)?.headers.authorization).toBe('Bearer access');
});

test('A session that the server has ended leaves nobody signed in, and says that it ended', async () => {
  answerCalls({
    'GET /api/me': { status: 401, json: { error: 'Token has expired' } },
    'POST /api/refresh-token': { status: 401 },
  });
  await (await start()).settled();
  expect(shown()).toBe('nobody');
  expect(session.ended).toBe(true);
  expect(localStorage.length).toBe(0);
  act(() => {
    sessionStore.begin('new', 'newer');
    session.enter(userOf('1'));
  });
  expect(session.ended).toBe(false);
});

test('A first visit is no session that has ended', async () => {
  localStorage.clear();
  answerCalls({});
  await (await start()).settled();
  expect(session.ended).toBe(false);
});

test('A tab without a session follows a sign-in in another tab', async () => {
  localStorage.clear();
  answerCalls({ 'GET /api/me': { json: { user: userOf('1') } } });
  await (await start()).settled();
  localStorage.setItem('token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'refresh_token' })));
  await screen.findByText('User 1');
});
