// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CrmFault } from '#contract/crm.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { CrmNotice } from './CrmNotice.tsx';
import { aCrm } from './crm.fixture.ts';

async function open(kind: CrmFault | undefined, at = '/leads', as: 'admin' | 'partner' = 'admin') {
  const fault = kind ? { kind, since: new Date().toISOString(), detail: null } : null;
  const calls = answerCalls({ 'GET /api/crm': { json: { crm: aCrm({ fault }) } } });
  const queries = newQueryClient();
  const part = renderScreen(<CrmNotice />, { at, as, queries });
  // What it asks for has been answered by the time that nothing is under way.
  await expect.poll(() => queries.isFetching()).toBe(0);
  return { ...part, calls };
}

test.each([
  ['key_refused', 'HubSpot refuses the access token'],
  ['scope_missing', 'The access token lacks rights in HubSpot'],
  ['not_set_up', 'HubSpot is not set up for the portal yet'],
] as const)(
  '%s is told to administrators on every screen, and leads to what to do',
  async (kind, text) => {
    const { user, address } = await open(kind);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    await user.click(screen.getByRole('link', { name: 'See what to do' }));
    expect(address()).toBe('/crm');
  },
);

test.each([
  ['for what passes by itself', 'unreachable', '/leads', 'admin'],
  ['for a limit of the day', 'daily_limit', '/leads', 'admin'],
  ['where nothing is wrong', undefined, '/leads', 'admin'],
  ['on the page that says more', 'key_refused', '/crm', 'admin'],
] as const)('Nothing is said %s', async (_, kind, at, as) => {
  const { calls } = await open(kind, at, as);
  expect(calls).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('A partner is told nothing, and nothing is asked for them', async () => {
  const { calls } = await open('key_refused', '/leads', 'partner');
  expect(calls).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});
