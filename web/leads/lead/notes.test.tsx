// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LeadEvent } from '#contract/events.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { Layout } from '#web/app/Layout.tsx';
import { useShortcuts } from '#web/app/use-shortcuts.ts';
import { ListScreens } from '../ListScreens.tsx';
import { aLeadInFull } from '../lead.fixture.ts';
import { anEvent, leadAnswers, submitted } from './opened-lead.fixture.ts';

const lead = aLeadInFull();
const path = `/api/leads/${lead.id}`;
const me = { id: '1', name: 'Pat Partner', role: 'partner' } as const;
const stored = (text: string) => anEvent('note', { by: me, text });
const sent: Record<string, (call: { body: unknown }) => { status: number; json: unknown }> = {
  [`POST ${path}/notes`]: ({ body }) => ({
    status: 201,
    json: { event: stored((body as { text: string }).text) },
  }),
};
const open = (at = `/leads/${lead.id}`) =>
  renderScreen(<ListScreens />, { at, path: '/leads/:id?' });
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const timeline = () => within(screen.getByRole('region', { name: 'Timeline' }));

test('Enter is a new line, and Ctrl with Enter sends the note, which stands in the timeline', async () => {
  const calls = answerCalls({ ...leadAnswers(lead), ...sent });
  const { user } = open();
  await user.type(await field(), 'Called{Enter}twice');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  const card = (await timeline().findByText(/Called\s+twice/)).closest('article');
  expect(card?.textContent).toMatch(/^You.*Called\s+twice/);
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'Called\ntwice' });
  expect((await field()).value).toBe('');
});

test.each([
  ['partner', 'You and the administrators read it.'],
  ['admin', 'The partner and the administrators read it.'],
] as const)(
  'Whoever writes a note as %s is told who reads it in their own words',
  async (as, text) => {
    answerCalls({ ...leadAnswers(lead), 'GET /api/partners': { json: { partners: [] } } });
    renderScreen(<ListScreens />, { at: `/leads/${lead.id}`, path: '/leads/:id?', as });
    const hint = document.getElementById(
      (await field()).getAttribute('aria-describedby')?.trim() ?? '',
    );
    expect(hint?.firstChild?.textContent).toBe(text);
  },
);

test('A note stands in the timeline while it is sent, and what is typed meanwhile is the next one', async () => {
  const held = heldAnswer({ status: 201, json: { event: stored('First') } });
  answerCalls({ ...leadAnswers(lead), [`POST ${path}/notes`]: held.reply });
  const { user } = open();
  await user.type(await field(), 'First');
  await user.click(screen.getByRole('button', { name: 'Send note' }));
  expect(timeline().getByText('First').closest('article')?.textContent).toContain('Sending…');
  await user.type(await field(), 'Second');
  held.release();
  await waitFor(() => expect(timeline().queryByText('Sending…')).toBeNull());
  expect(timeline().getAllByText('First')).toHaveLength(1);
  expect((await field()).value).toBe('Second');
});

function ListWithKeys() {
  useShortcuts(() => {});
  return <ListScreens />;
}
const openWithKeys = (at = `/leads/${lead.id}`) =>
  renderScreen(<ListWithKeys />, { at, path: '/leads/:id?' });

test('n goes to the note of the lead that is open, and is a letter like any other in it', async () => {
  answerCalls(leadAnswers(lead));
  const { user } = openWithKeys();
  const note = await field();
  await user.keyboard('nno news');
  expect([document.activeElement, note.value]).toEqual([note, 'no news']);
});

test('n before the lead has come waits for its field, and what is typed meanwhile with it', async () => {
  const held = heldAnswer({ json: { lead } });
  answerCalls({ ...leadAnswers(lead), [`GET ${path}`]: held.reply });
  const { user, address } = openWithKeys('/leads');
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  await screen.findByRole('region', { name: 'Lead: Acme Ltd' });
  await user.keyboard('ncalled');
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  held.release();
  const note = await field();
  await waitFor(() => expect(note.value).toBe('called'));
  expect([document.activeElement, address()]).toEqual([note, `/leads/${lead.id}`]);
});

test('Where no lead is open, or one that was deleted, n is left to the browser', async () => {
  const gone = aLeadInFull({ deleted_at: new Date().toISOString() });
  answerCalls(leadAnswers(gone));
  const { unmount } = openWithKeys('/leads');
  await screen.findByText('Acme Ltd');
  expect(fireEvent.keyDown(document.body, { key: 'n' })).toBe(true);
  unmount();
  openWithKeys();
  await screen.findByText('Form');
  expect(fireEvent.keyDown(document.body, { key: 'n' })).toBe(true);
});

test.each([
  [
    'no connection' as const,
    'The note could not be sent. Check your internet connection and try again.',
  ],
  [{ status: 500, json: { error: 'Internal server error' } }, 'Internal server error'],
])('A note that cannot be sent stays in the field, with the reason: %j', async (answer, reason) => {
  answerCalls({ ...leadAnswers(lead), [`POST ${path}/notes`]: answer });
  const { user } = open();
  await user.type(await field(), 'Called');
  await user.click(screen.getByRole('button', { name: 'Send note' }));
  await screen.findByText(reason);
  expect((await field()).value).toBe('Called');
  expect(timeline().queryByText('Called')).toBeNull();
});

test.each([
  ['   ', 'Note is required'],
  ['x'.repeat(5_001), 'Note must be at most 5000 characters'],
])('A note of the wrong length is not sent', async (text, message) => {
  const calls = answerCalls({ ...leadAnswers(lead), ...sent });
  const { user } = open();
  await user.click(await field());
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Send note' }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('Escape in the field leaves the field first, and a note that is not sent is asked about', async () => {
  answerCalls({ ...leadAnswers(lead), ...sent });
  const { user, address } = open();
  await user.type(await field(), 'Called{Escape}');
  expect(document.activeElement).not.toBe(await field());
  expect(address()).toBe(`/leads/${lead.id}`);
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect((await field()).value).toBe('Called');
});

const unread = aLeadInFull({ unread: true });
const withNote: LeadEvent[] = [submitted(), anEvent('note', { text: 'Please call' })];

test('A lead with an unread note has a mark in the list, until it was opened', async () => {
  const calls = answerCalls({
    ...leadAnswers(unread, withNote),
    [`POST ${path}/notes/read`]: { json: { success: true } },
  });
  const { user } = open('/leads');
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  await screen.findByText('Please call');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Unread note' })).toBeNull());
  expect(calls.filter(({ path: called }) => called.endsWith('/notes/read'))).toHaveLength(1);
});

test('Before its notes are shown, and in a tab that nobody sees, nothing is marked as read', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const held = heldAnswer({ json: { events: withNote, total: 2 } });
  const calls = answerCalls({
    ...leadAnswers(unread, withNote),
    [`GET ${path}/events`]: held.reply,
    [`POST ${path}/notes/read`]: { json: { success: true } },
  });
  const marks = () => calls.filter(({ path: called }) => called.endsWith('/notes/read'));
  open('/leads');
  expect(await screen.findByRole('img', { name: 'Unread note' })).toBeDefined();
  expect(marks()).toEqual([]);
  screen.getByRole('link', { name: 'Acme Ltd' }).click();
  await screen.findByText('Form');
  expect(marks()).toEqual([]);
  held.release();
  await screen.findByText('Please call');
  expect(marks()).toEqual([]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(marks()).toHaveLength(1));
  hidden.mockRestore();
});

test('A lead without unread notes is not marked', async () => {
  const calls = answerCalls(leadAnswers(lead, withNote));
  open();
  await screen.findByText('Please call');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test.each([
  [2, 'Leads, 2 unread', '2'],
  [120, 'Leads, 120 unread', '99+'],
])('The menu counts %i unread leads and leads to them', async (count, name, text) => {
  answerCalls({ 'GET /api/leads/unread': { json: { count } } });
  renderScreen(<Layout />, { at: '/live' });
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/leads?unread=true');
  expect(link.textContent).toBe(text);
});

test('Without unread leads the menu has no count', async () => {
  const calls = answerCalls({ 'GET /api/leads/unread': { json: { count: 0 } } });
  renderScreen(<Layout />, { at: '/live' });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('link', { name: /unread/ })).toBeNull();
});
