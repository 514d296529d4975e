// @vitest-environment happy-dom
import { isValidElement } from 'react';
import { matchRoutes, type NavigateProps } from 'react-router';
import { beforeAll, expect, test, vi } from 'vitest';
import { AdminOnly, SignedInOnly } from './guards.tsx';
import { router, screens } from './router.tsx';

// It opens the address of the tests' own page: what that loads must not arrive after their end.
beforeAll(() => vi.waitFor(() => expect(router.state.initialized).toBe(true), 20_000));

const elementsAt = (path: string) =>
  (matchRoutes(screens, path) ?? []).map(({ route }) => route.element).filter(isValidElement);
const guardsOf = (path: string) => elementsAt(path).map(({ type }) => type);

test.each([
  ['/', '/dashboard'],
  ['/nowhere', '/dashboard'],
  ['/leads/1/nothing', '/dashboard'],
  ['/api-tokens', '/api'],
  ['/api-docs', '/api?tab=documentation'],
])('%s leads to %s, and is nothing to go back to', (path, to) => {
  expect(elementsAt(path).at(-1)?.props as NavigateProps).toEqual({ to, replace: true });
  expect(guardsOf(path)).toContain(SignedInOnly);
});

test.each([
  '/partners',
  '/partners/add',
  '/partners/1',
  '/partners/edit/1',
  '/administrators',
  '/crm',
])('%s is for administrators only', (path) => {
  expect(guardsOf(path)).toEqual([SignedInOnly, AdminOnly]);
});

test.each([
  '/dashboard',
  '/leads',
  '/leads/1',
  '/leads/add',
  '/leads/upload',
  '/live',
  '/companies/1',
  '/statements',
  '/api',
  '/account',
])('%s is for whoever is signed in', (path) => {
  expect(guardsOf(path)).toEqual([SignedInOnly]);
});
