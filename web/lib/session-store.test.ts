// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '#test/render.tsx';
import { sessionStore } from './session-store.ts';
import { toast } from './toasts.ts';

const otherTabChanges = (key: string | null, newValue: string | null = null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

let unsubscribe = () => {};
afterEach(() => {
  unsubscribe();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** What other tabs hear of, in its order. */
function recordStorage(): string[] {
  const told: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: (name: string, value: string) => told.push(`${name} = ${value}`),
    removeItem: (name: string) => told.push(name),
  });
  return told;
}

function listen() {
  const listener = vi.fn();
  unsubscribe = sessionStore.subscribe(listener);
  return listener;
}

test('A session that another tab begins or ends is noticed', () => {
  const listener = listen();
  otherTabChanges('refresh_token');
  expect(listener).toHaveBeenCalledTimes(1);
});

test('A storage that another tab clears as a whole ends the session here', () => {
  const listener = listen();
  otherTabChanges(null);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('What another tab keeps beside the session, and a renewed token, are no news', () => {
  const listener = listen();
  otherTabChanges('mantine-color-scheme-value');
  otherTabChanges('token');
  expect(listener).not.toHaveBeenCalled();
});

test('Whoever no longer listens hears nothing', () => {
  const listener = listen();
  unsubscribe();
  otherTabChanges('refresh_token');
  sessionStore.clear('signed out');
  expect(listener).not.toHaveBeenCalled();
});

test('Other tabs find the access token stored when they hear of the session', () => {
  const told = recordStorage();
  sessionStore.begin('access', 'refresh');
  expect(told).toEqual(['token = access', 'refresh_token = refresh']);
});

test.each(['signed out', 'ended'] as const)(
  'A session that is over says why until the next begins: %s',
  (reason) => {
    sessionStore.begin('access', 'refresh');
    expect(sessionStore.over).toBeUndefined();
    sessionStore.clear(reason);
    expect(sessionStore.over).toBe(reason);
    expect(localStorage.length).toBe(0);
    sessionStore.begin('access', 'refresh');
    expect(sessionStore.over).toBeUndefined();
  },
);

test.each(['signed out', 'ended'] as const)(
  'Other tabs learn why a session is over before its tokens go: %s',
  (reason) => {
    const told = recordStorage();
    sessionStore.clear(reason);
    const gone = ['session_over', 'token', 'refresh_token'];
    expect(told).toEqual([`session_over = ${reason}`, ...gone]);
    vi.unstubAllGlobals();

    sessionStore.begin('access', 'refresh');
    const reasons: unknown[] = [];
    unsubscribe = sessionStore.subscribe(() => reasons.push(sessionStore.over));
    localStorage.clear();
    otherTabChanges('session_over', reason);
    otherTabChanges('session_over');
    otherTabChanges('refresh_token');
    expect(reasons).toEqual([reason]);
  },
);

test('A session that begins in another tab is not over here', () => {
  sessionStore.clear('ended');
  const listener = listen();
  localStorage.setItem('refresh_token', 'of another tab');
  otherTabChanges('refresh_token', 'of another tab');
  expect(listener).toHaveBeenCalledTimes(1);
  expect(sessionStore.over).toBeUndefined();
});

test('What fails because the session is over is told by no toast, what fails in a session is', () => {
  sessionStore.begin('access', 'refresh');
  toast.error('Failed to load leads. Please try again.');
  expect(toasts()).toHaveLength(1);
  sessionStore.clear('ended');
  toast.error('Token has expired');
  expect(toasts()).toHaveLength(1);
});
