// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LeadDetails } from '#contract/leads.ts';
import { answerCalls, type Call, heldAnswer } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { useShortcuts } from '#web/app/use-shortcuts.ts';
import { ListScreens } from '../ListScreens.tsx';
import { aLeadInFull } from '../lead.fixture.ts';
import { anEvent, leadAnswers, submitted } from './opened-lead.fixture.ts';

const phone = '+44 20 7946 0000';
const lead = aLeadInFull({ phone_number: phone, country: 'UK', version: 3 });
const path = `/api/leads/${lead.id}`;

/** The server's own rule: a correction of a version that is no longer the present one is refused. */
function serverWith(stored: LeadDetails) {
  let now = stored;
  const put = ({ body }: Call) => {
    const { version, ...change } = body as LeadDetails;
    if (version !== now.version) {
      return { status: 409, json: { error: 'This lead was changed meanwhile', lead: now } };
    }
    now = { ...now, ...change, version: now.version + 1 };
    return { json: { lead: now } };
  };
  const other = (change: Partial<LeadDetails>) => {
    now = { ...now, ...change, version: now.version + 1 };
  };
  const answers = {
    ...leadAnswers(stored),
    [`GET ${path}`]: () => ({ json: { lead: now } }),
    [`PUT ${path}`]: put,
  };
  return { answers, other, stored: () => now };
}

const open = (as: 'partner' | 'admin' = 'partner') =>
  renderScreen(<ListScreens />, { at: `/leads/${lead.id}`, path: '/leads/:id?', as });
const pencil = (label: string) => screen.findByRole('button', { name: `Edit ${label}` });
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });

async function type(user: ReturnType<typeof open>['user'], label: string, text: string) {
  await user.click(await pencil(label));
  await user.clear(field(label));
  await user.type(field(label), text);
}

test('Enter saves a correction with the version that was read, and the focus stays on the value', async () => {
  const { answers } = serverWith(lead);
  const calls = answerCalls(answers);
  const { user } = open();
  await type(user, 'Phone number', '+44 1{Enter}');
  await screen.findByRole('link', { name: '+44 1' });
  const sent = calls.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => body)).toEqual([{ phone_number: '+44 1', version: 3 }]);
  await waitFor(async () => expect(document.activeElement).toBe(await pencil('Phone number')));
  expect(screen.getByText('Phone number saved')).toBeDefined();
});

test('Escape restores the value, and the lead stays open', async () => {
  const calls = answerCalls(serverWith(lead).answers);
  const { user, address } = open();
  await type(user, 'Phone number', 'nothing{Escape}');
  await screen.findByRole('link', { name: phone });
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(address()).toBe(`/leads/${lead.id}`);
});

test('Tab saves and goes on to the next value, Shift and Tab to the one before', async () => {
  const { answers, stored } = serverWith(lead);
  answerCalls(answers);
  const { user } = open();
  await type(user, 'Phone number', '1');
  await user.tab();
  await waitFor(async () => expect(document.activeElement).toBe(await pencil('Website')));
  expect(stored().phone_number).toBe('1');
  await type(user, 'Country', 'France');
  await user.tab({ shift: true });
  await waitFor(async () => expect(document.activeElement).toBe(await pencil('Website')));
  expect(stored().country).toBe('France');
});

test('What was not changed is not sent', async () => {
  const calls = answerCalls(serverWith(lead).answers);
  const { user } = open();
  await user.click(await pencil('Phone number'));
  await user.keyboard('{Enter}');
  await pencil('Phone number');
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test.each([
  ['Company name', ' ', 'Company name is required'],
  ['First name', ' ', 'First name is required'],
  ['Last name', ' ', 'Last name is required'],
  ['Email', '', 'Email is required'],
  ['Email', 'ada@acme', 'Email is invalid'],
  ['Phone number', ' ', 'Phone number is required'],
  ['Title', 'x'.repeat(201), 'Title must be at most 200 characters'],
])('%s is refused by the rules of the form', async (label, text, message) => {
  const calls = answerCalls(serverWith(lead).answers);
  const { user } = open();
  await user.click(await pencil(label));
  await user.clear(field(label));
  await user.click(field(label));
  await user.paste(text);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(message)).toBeDefined();
  expect(field(label).value).toBe(text);
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('A value that may be missing can be cleared', async () => {
  const { answers, stored } = serverWith(lead);
  answerCalls(answers);
  const { user } = open();
  await user.click(await pencil('Country'));
  await user.clear(field('Country'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(stored().country).toBe(''));
});

test('What cannot be saved stays in the field with the reason', async () => {
  answerCalls({ ...serverWith(lead).answers, [`PUT ${path}`]: 'no connection' });
  const { user } = open();
  await type(user, 'Phone number', '7{Enter}');
  await screen.findByText('This could not be saved. Check your internet connection and try again.');
  expect(field('Phone number').value).toBe('7');
});

test('A lead that others change again and again is tried three times, and the reason is said', async () => {
  let version = lead.version;
  const calls = answerCalls({
    ...serverWith(lead).answers,
    [`PUT ${path}`]: () => {
      version += 1;
      const now = { ...lead, version, country: `Country ${version}` };
      return { status: 409, json: { error: 'This lead was changed meanwhile', lead: now } };
    },
  });
  const { user } = open();
  await type(user, 'Phone number', '7{Enter}');
  await screen.findByText('This lead was changed meanwhile');
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(3);
  expect(field('Phone number').value).toBe('7');
});

test('The value that somebody else has changed meanwhile is shown, and theirs can be kept', async () => {
  const { answers, other, stored } = serverWith(lead);
  const corrected = anEvent('corrected', { changes: { phone_number: { from: phone, to: '99' } } });
  answerCalls({
    ...answers,
    [`GET ${path}/events`]: { json: { events: [submitted(), corrected], total: 2 } },
  });
  const { user } = open();
  await pencil('Phone number');
  other({ phone_number: '99' });
  await type(user, 'Phone number', '11{Enter}');
  const conflict = within(await screen.findByRole('alert'));
  expect(screen.getByRole('alert').textContent).toContain('Ada Admin changed this meanwhile to 99');
  expect(field('Phone number').value).toBe('11');
  await user.keyboard('{Enter}');
  expect(stored().phone_number).toBe('99');
  await user.click(conflict.getByRole('button', { name: 'Keep theirs' }));
  await screen.findByRole('link', { name: '99' });
  expect(stored().phone_number).toBe('99');
});

test('Or mine is saved over it, now that it was seen', async () => {
  const { answers, other, stored } = serverWith(lead);
  answerCalls(answers);
  const { user } = open();
  await pencil('Phone number');
  other({ phone_number: '99' });
  await type(user, 'Phone number', '11{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Save mine' }));
  await screen.findByRole('link', { name: '11' });
  expect(stored().phone_number).toBe('11');
});

test('What somebody else has changed beside it is kept, and told', async () => {
  const { answers, other, stored } = serverWith(lead);
  answerCalls(answers);
  const { user } = open();
  await pencil('Phone number');
  other({ country: 'France', status: 'contacted' });
  await type(user, 'Phone number', '11{Enter}');
  const told = await screen.findByText(/Somebody else has changed this lead meanwhile/);
  const notice = told.closest('[role="status"]')?.textContent;
  expect(notice).toContain('Country: UK is now France');
  expect(notice).toContain('Status: new is now contacted');
  expect(stored()).toMatchObject({ phone_number: '11', country: 'France', status: 'contacted' });
});

test('Custom fields keep their kind when they are corrected', async () => {
  const custom = { ...lead, custom_fields: { seats: 12, tier: 'gold' } };
  const { answers, stored } = serverWith(custom);
  answerCalls(answers);
  const { user } = open();
  await type(user, 'seats', '25{Enter}');
  await waitFor(() => expect(stored().custom_fields).toEqual({ seats: 25, tier: 'gold' }));
});

test('Notes that the API sent take Enter as a new line, and Ctrl with Enter saves them', async () => {
  const { answers, stored } = serverWith({ ...lead, notes: 'Call' });
  answerCalls(answers);
  const { user } = open();
  await user.click(await pencil('Notes'));
  await user.type(field('Notes'), '{End}{Enter}twice{Control>}{Enter}{/Control}');
  await waitFor(() => expect(stored().notes).toBe('Call\ntwice'));
});

test('A partner is told why the company of a live lead stays, an administrator changes it', async () => {
  const live = aLeadInFull({ ...lead, status: 'Closed Won' });
  answerCalls(serverWith(live).answers);
  const { user, unmount } = open();
  const company = await pencil('Company name');
  const reason = 'The company of a live lead can only be changed by an administrator';
  expect(company.getAttribute('aria-disabled')).toBe('true');
  expect(company.title).toBe(reason);
  await user.click(company);
  expect(screen.getByText(reason)).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Company name' })).toBeNull();
  unmount();
  open('admin');
  expect((await pencil('Company name')).getAttribute('aria-disabled')).toBe('false');
});

test('Whoever leaves with something typed is asked first', async () => {
  answerCalls(serverWith(lead).answers);
  const { user, address } = open();
  await type(user, 'Phone number', '7');
  await user.click(screen.getByRole('link', { name: 'Leads' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  expect(address()).toBe(`/leads/${lead.id}`);
  await user.click(dialog.getByRole('button', { name: 'Stay on this page' }));
  expect(field('Phone number').value).toBe('7');
});

test('A deleted lead can only be read, and an administrator brings it back', async () => {
  const deleted = aLeadInFull({ ...lead, deleted_at: '2026-11-12T10:00:00' });
  let now = deleted;
  answerCalls({
    ...leadAnswers(deleted, [submitted(), anEvent('deleted', {})]),
    [`GET ${path}`]: () => ({ json: { lead: now } }),
    [`POST ${path}/restore`]: () => {
      now = { ...deleted, deleted_at: null };
      return { json: { lead: now } };
    },
  });
  const { user } = open('admin');
  await waitFor(() =>
    expect(document.body.textContent).toContain('Deleted on Nov 12, 2026 by you'),
  );
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  expect(screen.queryByRole('button', { name: /change status/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await pencil('Phone number');
  expect(document.body.textContent).not.toContain('Deleted on');
});

function ListWithKeys() {
  useShortcuts(() => {});
  return <ListScreens />;
}
const openWithKeys = (at = `/leads/${lead.id}`) =>
  renderScreen(<ListWithKeys />, { at, path: '/leads/:id?' });

test('e goes to the values, the arrows from one to the next, and Enter corrects it', async () => {
  const { answers, stored } = serverWith(lead);
  answerCalls(answers);
  const { user } = openWithKeys();
  const first = await pencil('First name');
  await user.keyboard('e');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(await pencil('Phone number'));
  await user.keyboard('{Enter}+44 1{Enter}');
  await waitFor(() => expect(stored().phone_number).toBe('+44 1'));
});

test('The arrow up from the first value goes to the company, where it ends', async () => {
  answerCalls(serverWith(lead).answers);
  const { user } = openWithKeys();
  await pencil('First name');
  await user.keyboard('e{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(await pencil('Company name'));
});

test('e and arrows before the lead has come go to its values once they are there', async () => {
  const held = heldAnswer({ json: { lead } });
  answerCalls({ ...leadAnswers(lead), [`GET ${path}`]: held.reply });
  const { user } = openWithKeys('/leads');
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  await screen.findByRole('region', { name: 'Lead: Acme Ltd' });
  await user.keyboard('e{ArrowUp}{ArrowDown}{ArrowDown}{ArrowUp}');
  held.release();
  const second = await pencil('Last name');
  await waitFor(() => expect(document.activeElement).toBe(second));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await pencil('Title'));
});

test('Where no lead is open e is left to the browser', async () => {
  answerCalls(leadAnswers(lead));
  openWithKeys('/leads');
  await screen.findByText('Acme Ltd');
  expect(fireEvent.keyDown(document.body, { key: 'e' })).toBe(true);
});
