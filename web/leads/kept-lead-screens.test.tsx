// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { sessionStore } from '#web/lib/session-store.ts';
import { AddLeadPage } from './AddLeadPage.tsx';
import { KeptLeadNotice } from './KeptLeadNotice.tsx';
import { aLead } from './lead.fixture.ts';
import { leadMessages } from './lead-text.ts';

afterEach(() => sessionStorage.clear());

const typed = {
  'Company Name': 'Kept Ltd',
  'First Name': 'Kay',
  'Last Name': 'Board',
  Email: 'kay@kept.example',
  'Phone Number': '+49 30 123456',
};
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const written = () => Object.keys(typed).map((label) => field(label).value);
const nothing = Object.keys(typed).map(() => '');

const nora = { id: 'nora', name: 'Nora Lindqvist', email: 'n@x.example', company: 'X' };

function openForm(as: 'partner' | 'admin' = 'partner', at = '/leads/add') {
  answerCalls({
    'GET /api/partners': { json: { partners: [nora] } },
    'GET /api/leads/duplicates': { json: { leads: [] } },
    'POST /api/leads': { status: 201, json: { lead: aLead() } },
  });
  return renderScreen(<AddLeadPage />, { at, as });
}

/** As the guards do it: with the session its screen goes, and the next one begins with a sign-in. */
function loseSession(reason: 'ended' | 'signed out') {
  act(() => sessionStore.clear(reason));
  cleanup();
  sessionStore.begin('access', 'refresh');
}

function typeAndLoseSession(
  reason: 'ended' | 'signed out' = 'ended',
  ...form: Parameters<typeof openForm>
) {
  openForm(...form);
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(field(label), { target: { value } });
  }
  loseSession(reason);
}

test('What was typed when a session ended is in the form again, and a sentence says why', () => {
  typeAndLoseSession();
  openForm();
  expect(written()).toEqual(Object.values(typed));
  expect(screen.getByText(leadMessages.leadIsBack)).toBeDefined();
});

test('A session that ends again keeps it again, with what was changed', () => {
  typeAndLoseSession();
  openForm();
  fireEvent.change(field('Company Name'), { target: { value: 'Changed Ltd' } });
  loseSession('ended');
  openForm();
  expect(field('Company Name').value).toBe('Changed Ltd');
});

test('Nobody else is shown it', () => {
  typeAndLoseSession();
  openForm('admin');
  expect(written()).toEqual(nothing);
  expect(screen.queryByText(leadMessages.leadIsBack)).toBeNull();
});

test('Whoever signs out leaves nothing behind, in the form', () => {
  typeAndLoseSession('signed out');
  openForm();
  expect(written()).toEqual(nothing);
  expect(sessionStorage.length).toBe(0);
});

test('Nothing is kept of a form that nothing was typed into', () => {
  openForm();
  loseSession('ended');
  expect(sessionStorage.length).toBe(0);
});

test('Once it was added it is gone, also where the form stays', async () => {
  typeAndLoseSession();
  const { user } = openForm();
  await user.click(screen.getByRole('button', { name: 'Add and create another' }));
  await waitFor(() => expect(written()).toEqual(nothing));
  expect(screen.queryByText(leadMessages.leadIsBack)).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('Start over empties the form and begins at its first field', async () => {
  typeAndLoseSession();
  const { user } = openForm();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(written()).toEqual(nothing);
  expect(document.activeElement).toBe(field('Company Name'));
  expect(screen.queryByText(leadMessages.leadIsBack)).toBeNull();
});

test('Leaving the form on purpose gives it up', () => {
  typeAndLoseSession();
  openForm();
  cleanup();
  expect(sessionStorage.length).toBe(0);
});

const openDashboard = (as: 'partner' | 'admin' = 'partner') =>
  renderScreen(<KeptLeadNotice />, { at: '/dashboard', as });

test('Other screens say that it is kept, and lead to it', async () => {
  typeAndLoseSession();
  const { user, address } = openDashboard();
  expect(screen.getByText(leadMessages.leadKept)).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Continue' }));
  expect(address()).toBe('/leads/add');
});

test('It leads an administrator back to the partner for whom the lead was', async () => {
  typeAndLoseSession('ended', 'admin', '/leads/add?partner=nora');
  const { user, address } = openDashboard('admin');
  await user.click(screen.getByRole('link', { name: 'Continue' }));
  expect(address()).toBe('/leads/add?partner=nora');
});

test('The form itself is for that partner again, however it is opened', async () => {
  typeAndLoseSession('ended', 'admin', '/leads/add?partner=nora');
  const { address } = openForm('admin');
  await waitFor(() => expect(address()).toBe('/leads/add?partner=nora'));
  expect(written()).toEqual(Object.values(typed));
  const picker = screen.getByRole<HTMLInputElement>('combobox', { name: 'For partner' });
  await waitFor(() => expect(picker.value).toBe('Nora Lindqvist'));
});

test('It can be discarded there, and the focus goes to the content', async () => {
  typeAndLoseSession();
  const { user } = renderScreen(
    <main id="main" tabIndex={-1}>
      <KeptLeadNotice />
    </main>,
    { at: '/dashboard' },
  );
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(leadMessages.leadKept)).toBeNull();
  expect(sessionStorage.length).toBe(0);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('On the screen with the form nothing leads to it', () => {
  typeAndLoseSession();
  renderScreen(<KeptLeadNotice />, { at: '/leads/add' });
  expect(screen.queryByText(leadMessages.leadKept)).toBeNull();
  expect(sessionStorage.length).toBe(1);
});

test('Whoever signs out leaves nothing behind, on any screen', () => {
  typeAndLoseSession();
  openDashboard();
  loseSession('signed out');
  expect(sessionStorage.length).toBe(0);
});

test('When somebody else signs in, on whichever screen, it is gone from the tab', async () => {
  typeAndLoseSession();
  openDashboard('admin');
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

test.each(['not json', 'null', '{"userId":"1","input":7}'])('What %s says is no lead', (text) => {
  sessionStorage.setItem('lead-being-added', text);
  openDashboard();
  expect(screen.queryByText(leadMessages.leadKept)).toBeNull();
});
