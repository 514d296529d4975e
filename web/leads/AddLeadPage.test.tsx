// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, type Call, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { AddLeadPage } from './AddLeadPage.tsx';
import { DeleteLeadDialog } from './DeleteLeadDialog.tsx';
import { aLead } from './lead.fixture.ts';

const required = {
  'Company Name': 'Keyboard Ltd',
  'First Name': 'Kay',
  'Last Name': 'Board',
  Email: 'kay@keyboard.example',
  'Phone Number': '+49 30 123456',
};
const open = () => renderScreen(<AddLeadPage />, { at: '/leads/add' });
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const submit = () => screen.getByRole('button', { name: 'Add Lead' });

const submitAnother = () => screen.getByRole('button', { name: 'Add and create another' });
const added = { status: 201, json: { lead: aLead() } };
const posts = (calls: Call[]) => calls.filter(({ method }) => method === 'POST');

function fillIn(change: Partial<typeof required> = {}) {
  for (const [label, value] of Object.entries({ ...required, ...change })) {
    fireEvent.change(field(label), { target: { value } });
  }
}

test('Submitting an empty form shows each message and sends nothing', async () => {
  const calls = answerCalls({});
  const { user } = open();
  await user.click(submit());
  for (const message of [
    'Company name is required',
    'First name is required',
    'Last name is required',
    'Email is required',
    'Phone number is required',
  ]) {
    expect(screen.getByText(message)).toBeDefined();
  }
  expect(document.activeElement).toBe(field('Company Name'));
  expect(calls).toEqual([]);
});

test('An error goes when its own field is edited, the others stay', async () => {
  answerCalls({});
  const { user } = open();
  fireEvent.change(field('Email'), { target: { value: 'not-an-email' } });
  await user.click(submit());
  expect(screen.getByText('Email is invalid')).toBeDefined();
  await user.type(field('Email'), 'x');
  expect(screen.queryByText('Email is invalid')).toBeNull();
  expect(screen.getByText('Company name is required')).toBeDefined();
});

test('A lead that is deleted right after it was added leaves one toast, of its deletion', async () => {
  const lead = aLead();
  answerCalls({
    'POST /api/leads': { status: 201, json: { lead } },
    [`DELETE /api/leads/${lead.id}`]: {},
  });
  const { user } = open();
  fillIn();
  await user.click(submit());
  await waitFor(() => expect(toasts()).toHaveLength(1));
  const table = { current: null };
  const answered = { onClose: () => {}, onDeleted: () => {}, focusAfter: table };
  renderScreen(<DeleteLeadDialog lead={lead} opened {...answered} />, { at: '/leads' });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: 'Lead deleted successfully' }]));
});

test('A lead that is added is told of for 5 seconds, and leads to the list', async () => {
  const calls = answerCalls({ 'POST /api/leads': { status: 201, json: { lead: aLead() } } });
  const { user, address } = open();
  fillIn();
  await user.click(submit());
  await waitFor(() => expect(address()).toBe('/leads'));
  expect(toasts()).toEqual([
    { title: 'Success', message: 'Lead has been added successfully', seconds: 5 },
  ]);
  expect(posts(calls).at(-1)?.body).toMatchObject({
    company_name: 'Keyboard Ltd',
    last_name: 'Board',
  });
});

test.each([
  [{ status: 409, json: { error: 'The server has its reasons' } }, 'The server has its reasons'],
  [{ status: 502, text: 'bad gateway' }, 'An error occurred'],
])('A lead refused with %j keeps the form and says %s', async (answer, message) => {
  answerCalls({ 'POST /api/leads': answer });
  const { user, address } = open();
  fillIn();
  await user.click(submit());
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]));
  expect(field('Company Name').value).toBe('Keyboard Ltd');
  expect(address()).toBe('/leads/add');
});

test('What the server says of a field stands at that field', async () => {
  const fields = { email: 'This email bounced' };
  answerCalls({
    'POST /api/leads': { status: 400, json: { error: 'This email bounced', fields } },
  });
  const { user } = open();
  fillIn();
  await user.click(submit());
  await screen.findByText('This email bounced');
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  expect(field('First Name').getAttribute('aria-invalid')).not.toBe('true');
});

test('A double click adds one lead', async () => {
  const { reply, release } = heldAnswer({ status: 201, json: { lead: aLead() } });
  const calls = answerCalls({ 'POST /api/leads': reply });
  const { user, address } = open();
  fillIn();
  await user.dblClick(submit());
  release();
  await waitFor(() => expect(address()).toBe('/leads'));
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('Cancel goes back to the leads at once where nothing was entered', async () => {
  answerCalls({});
  const { user, address } = open();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(address()).toBe('/leads');
});

test('The first field has the focus', () => {
  open();
  expect(document.activeElement).toBe(field('Company Name'));
});

test('Add and create another stores, tells, empties the form and starts it over', async () => {
  const calls = answerCalls({ 'POST /api/leads': added });
  const { user, address } = open();
  for (const company of ['First Ltd', 'Second Ltd']) {
    fillIn({ 'Company Name': company });
    await user.click(submitAnother());
    await waitFor(() => expect(field('Company Name').value).toBe(''));
    for (const label of Object.keys(required)) expect(field(label).value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(field('Company Name')));
  }
  expect(posts(calls).map(({ body }) => body)).toMatchObject([
    { company_name: 'First Ltd', last_name: 'Board' },
    { company_name: 'Second Ltd', last_name: 'Board' },
  ]);
  expect(toasts()[0]).toEqual({
    title: 'Success',
    message: 'Lead has been added successfully',
    seconds: 5,
  });
  expect(address()).toBe('/leads/add');

  fillIn({ 'Company Name': 'Third Ltd' });
  await user.type(field('Company Name'), '{Enter}');
  await waitFor(() => expect(address()).toBe('/leads'));
});

test('A form that was emptied holds nothing to lose: Cancel asks no question', async () => {
  answerCalls({ 'POST /api/leads': added });
  const { user, address } = open();
  fillIn();
  await user.click(submitAnother());
  await waitFor(() => expect(field('Company Name').value).toBe(''));
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(address()).toBe('/leads');
});

test('What is entered after the form was emptied is not lost without a question', async () => {
  answerCalls({ 'POST /api/leads': added });
  const { user, address } = open();
  fillIn();
  await user.click(submitAnother());
  await waitFor(() => expect(field('Company Name').value).toBe(''));
  await user.type(field('Company Name'), 'Next Ltd');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(address()).toBe('/leads/add');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
});

test('A lead that is refused on the way to another keeps everything that was entered', async () => {
  answerCalls({ 'POST /api/leads': { status: 500 } });
  const { user, address } = open();
  fillIn();
  await user.click(submitAnother());
  await waitFor(() => expect(toasts()).toHaveLength(1));
  for (const [label, value] of Object.entries(required)) expect(field(label).value).toBe(value);
  expect(address()).toBe('/leads/add');
});

test('Enter pressed twice, and another button pressed meanwhile, store one lead', async () => {
  const { reply, release } = heldAnswer(added);
  const calls = answerCalls({ 'POST /api/leads': reply });
  const { user, address } = open();
  fillIn();
  submitAnother().focus();
  await user.keyboard('{Enter}{Enter}');
  await user.click(submit());
  fireEvent.submit(field('Email').form ?? document.body);
  release();
  await waitFor(() => expect(field('Company Name').value).toBe(''));
  expect(posts(calls)).toHaveLength(1);
  expect(address()).toBe('/leads/add');
});

test('What is changed in a field while a lead is on its way stays when the form is emptied', async () => {
  const { reply, release } = heldAnswer(added);
  answerCalls({ 'POST /api/leads': reply });
  const { user } = open();
  fillIn();
  await user.click(submitAnother());
  await user.clear(field('Email'));
  await user.type(field('Email'), 'next@keyboard.example');
  release();
  await waitFor(() => expect(field('Company Name').value).toBe(''));
  expect(field('Email').value).toBe('next@keyboard.example');
});

/** A lead is on its way, sent by the keyboard, and its answer is held back. */
async function sendAnother({ reply, release }: ReturnType<typeof heldAnswer>) {
  const calls = answerCalls({ 'POST /api/leads': reply });
  const { user } = open();
  fillIn();
  submitAnother().focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(posts(calls)).toHaveLength(1));
  return { user, release };
}

test('What is typed while a lead is on its way begins the next one', async () => {
  const { user, release } = await sendAnother(heldAnswer(added));
  await user.keyboard('Nexx{Backspace}t');
  release();
  await waitFor(() => expect(field('Company Name').value).toBe('Next'));
  await user.keyboard(' Ltd');
  expect(field('Company Name').value).toBe('Next Ltd');
});

test('Who types past the first field while a lead is on its way has each text in its own', async () => {
  const { user, release } = await sendAnother(heldAnswer(added));
  await user.keyboard('HP{Tab}Robert{Tab}Miller{Tab}CEO{Tab}bob@hp.exx{Backspace}ample{Tab}+1 7');
  release();
  await waitFor(() => expect(document.activeElement).toBe(field('Phone Number')));
  await user.keyboard('77');
  const texts = ['Company Name', 'First Name', 'Last Name', 'Title', 'Email', 'Phone Number'];
  expect(texts.map((label) => field(label).value)).toEqual([
    'HP',
    'Robert',
    'Miller',
    'CEO',
    'bob@hp.example',
    '+1 777',
  ]);
});

test('A whole lead can be typed while another is on its way, up to the button that sends it', async () => {
  const { user, release } = await sendAnother(heldAnswer(added));
  await user.keyboard('HP{Tab}Bob{Tab}Miller{Tab}{Tab}bob@hp.example{Tab}+1{Tab}{Tab}US{Tab}');
  release();
  await waitFor(() => expect(document.activeElement).toBe(submit()));
  expect(field('Country').value).toBe('US');
});

test('What is typed while a lead is refused is typed nowhere', async () => {
  const { user, release } = await sendAnother(heldAnswer({ status: 500 }));
  await user.keyboard('Next{Tab}Nora');
  release();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  act(() => field('Company Name').focus());
  expect(field('Company Name').value).toBe('Keyboard Ltd');
  expect(field('First Name').value).toBe(required['First Name']);
});
