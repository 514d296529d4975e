// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { LoginPage } from './LoginPage.tsx';
import { passwordWarnings } from './password-warning.shared.ts';

const account = { id: '7', name: 'Pat', email: 'a@b.example', role: 'partner', company: null };
const signedIn = { json: { token: 'new', refresh_token: 'newer', user: account } };
const open = () => renderScreen(<LoginPage />, { at: '/login' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

/** Fields are filled the way a password manager does it. */
async function signIn({ user }: ReturnType<typeof open>, email: string, secret: string) {
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: email } });
  fireEvent.input(password(), { target: { value: secret } });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('The login page says what it is for and whom to ask for access', () => {
  open();
  expect(screen.getByText('Partner login for lead management')).toBeDefined();
  expect(screen.getByText(/Don't have an account/).textContent).toBe(
    "Don't have an account? Contact your administrator for access.",
  );
  expect(document.title).toBe('Sign in · Partner Portal');
});

test.each([
  ['both fields', '', ''],
  ['the password', 'a@b.example', ''],
  ['the email', '   ', 'secret'],
])('Signing in without %s asks for both and sends nothing', async (_, email, secret) => {
  const calls = answerCalls({});
  await signIn(open(), email, secret);
  expect(screen.getByRole('alert').textContent).toBe('Please enter both email and password');
  expect(calls).toEqual([]);
});

test.each([
  ['No luck today', { status: 401, json: { error: 'No luck today' } }],
  ['Invalid email or password', { status: 500 }],
  ['An unexpected error occurred. Please try again.', 'no connection' as const],
  ['An unexpected error occurred. Please try again.', { json: {} }],
  ['An unexpected error occurred. Please try again.', { json: { user: account } }],
  ['An unexpected error occurred. Please try again.', { json: { token: 'a', user: account } }],
  ['An unexpected error occurred. Please try again.', { text: '<p>Welcome to the hotel</p>' }],
])('A refused sign-in says %s', async (text, answer) => {
  answerCalls({ 'POST /api/login': answer });
  const page = open();
  await signIn(page, 'a@b.example', 'wrong');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(page.session.enter).not.toHaveBeenCalled();
  expect(localStorage.getItem('token')).toBe('access');
});

test('Whoever is here because a session has ended is told so, aloud until an answer is, and goes on reading it', async () => {
  answerCalls({ 'POST /api/login': { status: 401, json: { error: 'No luck today' } } });
  const page = renderScreen(<LoginPage />, { at: '/login', ended: true });
  expect(screen.getByRole('alert').textContent).toBe(
    'Your session has ended. Please sign in again.',
  );
  await signIn(page, 'a@b.example', 'wrong');
  await screen.findByText('No luck today');
  expect(screen.getByRole('alert').textContent).toBe('No luck today');
  expect(screen.getByRole('note').textContent).toBe(
    'Your session has ended. Please sign in again.',
  );
});

test('An answer stands below the button, so that the fields and the button stay where they are', async () => {
  answerCalls({ 'POST /api/login': { status: 401, json: { error: 'No luck today' } } });
  const page = open();
  await signIn(page, 'a@b.example', 'wrong');
  await screen.findByText('No luck today');
  const parts = [...(document.querySelector('form')?.children ?? [])];
  expect(parts.indexOf(screen.getByRole('alert'))).toBe(parts.length - 1);
});

test('Whoever comes for the first time, or has signed out, reads nothing of a session that ended', () => {
  open();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('While signing in the button says so and a second press sends nothing', async () => {
  const { reply, release } = heldAnswer(signedIn);
  const calls = answerCalls({ 'POST /api/login': reply });
  const page = open();
  await signIn(page, ' a@b.example ', 'secret');
  await page.user.click(screen.getByRole('button', { name: 'Signing in...' }));
  release();
  await waitFor(() => expect(page.session.enter).toHaveBeenCalledWith(account));
  const sent = calls.filter(({ path }) => path === '/api/login');
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'a@b.example', password: 'secret' }]);
  expect(localStorage.getItem('token')).toBe('new');
  expect(localStorage.getItem('refresh_token')).toBe('newer');
});

test.each([
  ['does not say who signed in', { user: undefined }],
  ['has no token', { token: undefined }],
  ['has an empty token to refresh with', { refresh_token: '' }],
  ['has a token that is no text', { token: { a: 1 } }],
])('An answer that %s is no sign-in, and nothing of it is kept', async (_, change) => {
  answerCalls({ 'POST /api/login': { json: { ...signedIn.json, ...change } } });
  const page = open();
  await signIn(page, 'a@b.example', 'secret');
  await screen.findByText('An unexpected error occurred. Please try again.');
  expect(page.session.enter).not.toHaveBeenCalled();
  expect(localStorage.getItem('token')).not.toBe('new');
  expect(localStorage.getItem('refresh_token')).not.toBe('newer');
});

test('A password that needs attention holds nobody up: its warning is shown and kept for the portal', async () => {
  const text = 'عمر was added.\nYour password is old.';
  const warning = { ...signedIn.json, password_warning: text };
  answerCalls({ 'POST /api/login': { json: warning } });
  const page = open();
  await signIn(page, 'a@b.example', 'secret');
  await waitFor(() => expect(page.session.enter).toHaveBeenCalledWith(account));
  expect(screen.getByRole('alert').textContent).toBe(text);
  expect(screen.getByText(/^عمر was added/).dir).toBe('auto');
  expect(passwordWarnings.shownTo('7')).toBe(text);
});

test('A sign-in without a warning takes back the one before', async () => {
  passwordWarnings.keep('7', 'Your password is old.');
  answerCalls({ 'POST /api/login': signedIn });
  const page = open();
  await signIn(page, 'a@b.example', 'secret');
  await waitFor(() => expect(page.session.enter).toHaveBeenCalledWith(account));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(passwordWarnings.shownTo('7')).toBeUndefined();
});

test('Until the portal is there the page goes on saying that it is signing in, not what failed before', async () => {
  let tries = 0;
  answerCalls({
    'POST /api/login': () => (++tries === 1 ? { status: 401 } : signedIn),
  });
  const page = open();
  await signIn(page, 'a@b.example', 'wrong');
  await screen.findByRole('alert');
  await signIn(page, 'a@b.example', 'secret');
  await waitFor(() => expect(page.session.enter).toHaveBeenCalledWith(account));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDefined();
});

test('The password can be shown and hidden', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
});
