// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { sessionStore } from './session-store.ts';

const otherTabChanges = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key }));

let unsubscribe = () => {};
afterEach(() => unsubscribe());

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
  sessionStore.clear();
  expect(listener).not.toHaveBeenCalled();
});
