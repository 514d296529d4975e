// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LeadDetails } from '#contract/leads.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { ListScreens } from '../ListScreens.tsx';
import { aLeadInFull } from '../lead.fixture.ts';
import { leadsChangedElsewhere } from '../lead-news.ts';
import { leadAnswers } from './opened-lead.fixture.ts';

const lead = aLeadInFull();
const path = `/api/leads/${lead.id}`;
const notFound = { status: 404, json: { error: 'Lead not found' } };
const gone = 'This lead was deleted, or is no longer yours.';
const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const phone = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' });

/** A lead that is open while the server's answer to it can change; `tell` brings the news of it. */
async function open(as: 'partner' | 'admin' = 'partner') {
  let now: LeadDetails | undefined = lead;
  const calls = answerCalls({
    ...leadAnswers(lead),
    [`GET ${path}`]: () => (now ? { json: { lead: now } } : notFound),
    [`POST ${path}/notes`]: notFound,
    [`PUT ${path}`]: notFound,
  });
  const queries = newQueryClient();
  const opened = renderScreen(<ListScreens />, {
    at: `/leads/${lead.id}`,
    path: '/leads/:id?',
    as,
    queries,
  });
  await note();
  const tell = async (next: LeadDetails | undefined) => {
    now = next;
    await act(async () => leadsChangedElsewhere(queries));
  };
  const sent = () => calls.filter(({ method }) => method !== 'GET');
  return { ...opened, tell, sent, leave: () => (now = undefined) };
}

test('A lead that is deleted while its partner has it open says so at once, and leads back to the list', async () => {
  const { user, tell, address } = await open();
  await tell(undefined);
  expect((await screen.findByRole('alert')).textContent).toContain(gone);
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete lead' })).toBeNull();
  const pencil = screen.getByRole('button', { name: 'Edit Phone number' });
  expect(pencil.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Back to the leads' }));
  expect(address()).toBe('/leads');
});

test('What was typed into it stays to be copied, and nothing of it is sent', async () => {
  const { user, tell, sent } = await open();
  await user.type(await note(), 'Half a thought');
  await user.click(screen.getByRole('button', { name: 'Edit Phone number' }));
  await user.clear(phone());
  await user.type(phone(), '+49 30 7');
  await tell(undefined);
  await screen.findByRole('alert');
  expect([(await note()).value, phone().value]).toEqual(['Half a thought', '+49 30 7']);
  expect([(await note()).readOnly, phone().readOnly]).toEqual([true, true]);
  await user.type(phone(), '{Enter}');
  await user.type(await note(), '{Control>}{Enter}{/Control}');
  expect(sent()).toEqual([]);
});

test('Whoever learns it from a refusal is told the same, and once it is back nothing speaks of it', async () => {
  const { user, tell, leave } = await open();
  leave();
  await user.type(await note(), 'Too late');
  await user.click(screen.getByRole('button', { name: 'Send note' }));
  expect((await screen.findByRole('alert')).textContent).toContain(gone);
  await screen.findByText('Lead not found');
  await tell(lead);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByText('Lead not found')).toBeNull();
  expect((await note()).value).toBe('Too late');
  expect(screen.getByRole('button', { name: 'Send note' })).toBeDefined();
});

test('An administrator is offered to restore it, with what they have typed still there', async () => {
  const { user, tell } = await open('admin');
  await user.type(await note(), 'Half a thought');
  await tell({ ...lead, deleted_at: '2026-11-12T10:00:00' });
  expect((await screen.findByRole('alert')).textContent).toContain('Deleted on Nov 12, 2026');
  expect(screen.getByRole('button', { name: 'Restore' })).toBeDefined();
  expect((await note()).value).toBe('Half a thought');
  expect(screen.queryByRole('button', { name: /change status/ })).toBeNull();
});
