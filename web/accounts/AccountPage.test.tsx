// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { passwordWarnings } from '#web/session/password-warning.shared.ts';
import { AccountPage } from './AccountPage.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const here: Session = {
  id: '1',
  device: 'Chrome on macOS',
  address: '203.0.113.7',
  created_at: '2026-01-02T03:04:05Z',
  last_used_at: minutesAgo(2),
  current: true,
};
const phone: Session = {
  ...here,
  id: '2',
  device: 'Safari on iOS',
  address: null,
  last_used_at: minutesAgo(125),
  current: false,
};
const work: Session = { ...phone, id: '3', device: 'Edge on Windows', address: '198.51.100.20' };

const listed = (...sessions: Session[]) => ({ 'GET /api/sessions': { json: { sessions } } });
const open = () => renderScreen(<AccountPage />, { at: '/account' });
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const submit = () => screen.getByRole('button', { name: 'Change password' });
const fields = [/^Current password/, /^New password/, /^Confirm new password/] as const;
function fillAll(current: string, password: string, confirm = password) {
  [current, password, confirm].forEach((value, index) => {
    const label = fields[index];
    if (label) fill(label, value);
  });
}

test('A changed password is told of with what it ended, the fields are emptied, the sessions asked for anew', async () => {
  let asked = 0;
  const calls = answerCalls({
    'GET /api/sessions': () => ({ json: { sessions: ++asked === 1 ? [here, phone] : [here] } }),
    'PUT /api/me/password': { json: { success: true } },
  });
  const { user } = open();
  await screen.findByText('Safari on iOS');
  fillAll('Old-secret-1', 'Green-boat-42!');
  await user.click(submit());
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  expect(toasts()).toEqual([
    {
      title: 'Success',
      message: 'Your password has been changed. Your other sessions were ended.',
      seconds: 5,
    },
  ]);
  expect(fields.map((label) => field(label).value)).toEqual(['', '', '']);
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    current_password: 'Old-secret-1',
    password: 'Green-boat-42!',
  });
});

test('A changed password says nothing of other sessions where there are none', async () => {
  answerCalls({ ...listed(here), 'PUT /api/me/password': { json: { success: true } } });
  const { user } = open();
  await screen.findByText('You are signed in nowhere else.');
  fillAll('Old-secret-1', 'Green-boat-42!');
  await user.click(submit());
  await waitFor(() =>
    expect(toasts().map(({ message }) => message)).toEqual(['Your password has been changed.']),
  );
});

test('This device is listed first', async () => {
  answerCalls(listed(phone, here, work));
  open();
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map((line) => line.querySelector('bdi')?.textContent)).toEqual([
    'Chrome on macOS',
    'Safari on iOS',
    'Edge on Windows',
  ]);
});

test('The warning about a password goes with the password', async () => {
  answerCalls({ ...listed(here), 'PUT /api/me/password': { json: { success: true } } });
  passwordWarnings.keep('1', 'Your password is old.');
  const { user } = open();
  fillAll('Old-secret-1', 'Green-boat-42!');
  await user.click(submit());
  await waitFor(() => expect(passwordWarnings.shownTo('1')).toBeUndefined());
});

test('What is missing or does not fit is said at its field, and nothing is sent', async () => {
  const calls = answerCalls(listed(here));
  const { user } = open();
  await user.click(submit());
  for (const message of [
    'Current password is required',
    'Password is required',
    'Please confirm the password',
  ]) {
    expect(screen.getByText(message)).toBeDefined();
  }
  fillAll('Old-secret-1', 'lowercase1!', 'lowercase1!');
  await user.click(submit());
  const fault = screen.getByText('Password must contain at least one uppercase letter');
  expect(fault.previousElementSibling?.textContent).toMatch(/^At least 8 characters/);
  fillAll('Old-secret-1', 'Green-boat-42!', 'Green-boat-43!');
  await user.click(submit());
  expect(screen.getByText('Passwords do not match')).toBeDefined();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test.each([
  [
    'a wrong current password',
    {
      status: 403,
      json: {
        error: 'Current password is wrong',
        fields: { current_password: 'Current password is wrong' },
      },
    },
    'Current password is wrong',
    /^Current password/,
  ],
  [
    'a new one that is easy to guess',
    {
      status: 400,
      json: { error: 'Password is too common', fields: { password: 'Password is too common' } },
    },
    'Password is too common',
    /^New password/,
  ],
])(
  'The server’s refusal of %s stands at its field, which gets the focus, and what was typed stays',
  async (_, answer, message, label) => {
    answerCalls({ ...listed(here), 'PUT /api/me/password': answer });
    const { user } = open();
    fillAll('Old-secret-1', 'Green-boat-42!');
    await user.click(submit());
    await screen.findByText(message);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field(label)));
    expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]);
    expect(field(/^New password/).value).toBe('Green-boat-42!');
  },
);

test('Sessions tell their device, address and last use, and which is this one', async () => {
  const { reply, release } = heldAnswer({ json: { sessions: [here, phone] } });
  answerCalls({ 'GET /api/sessions': reply });
  open();
  expect(screen.getByText('Loading...')).toBeDefined();
  release();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toBe('Chrome on macOSThis device203.0.113.7Last used just now');
  expect(second?.textContent).toBe('Safari on iOSUnknown addressLast used 2 hours ago');
  expect(screen.getByText('2 hours ago').title).toMatch(
    /^\w{3}, \w{3} \d+, \d{4} at \d+:\d\d [AP]M$/,
  );
  expect(screen.queryByRole('button', { name: 'End session: Chrome on macOS' })).toBeNull();
});

test('One session is ended after a question in its line, and the list is asked for anew', async () => {
  const calls = answerCalls({
    'GET /api/sessions': () => ({
      json: {
        sessions: calls.some(({ method }) => method === 'DELETE')
          ? [here, work]
          : [here, phone, work],
      },
    }),
    'DELETE /api/sessions/2': { json: { success: true } },
  });
  const { user } = open();
  const end = await screen.findByRole('button', { name: 'End session: Safari on iOS' });
  await user.click(end);
  const question = within(screen.getByRole('group', { name: /^End this session\?/ }));
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(end);
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);

  await user.click(end);
  await user.click(screen.getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  expect(screen.getByText('Edge on Windows')).toBeDefined();
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/sessions'));
  expect(toasts()).toEqual([
    { title: 'Success', message: 'Session ended successfully', seconds: 5 },
  ]);
});

test('All other sessions are ended together, after a question; then there is nothing more to end', async () => {
  const calls = answerCalls({
    'GET /api/sessions': () => ({
      json: {
        sessions: calls.some(({ method }) => method === 'DELETE') ? [here] : [here, phone, work],
      },
    }),
    'DELETE /api/sessions': { json: { success: true } },
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByText('You are signed in nowhere else.');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  expect(toasts()).toEqual([
    { title: 'Success', message: 'You are signed out everywhere else', seconds: 5 },
  ]);
});

test.each([
  [
    'End session: Safari on iOS',
    'End session',
    'DELETE /api/sessions/2',
    'Failed to end the session',
  ],
  [
    'Sign out everywhere else',
    'Sign out',
    'DELETE /api/sessions',
    'Failed to sign out everywhere else',
  ],
])('%s that fails says so and keeps the question', async (button, confirm, call, message) => {
  answerCalls({ ...listed(here, phone), [call]: 'no connection' });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(screen.getByRole('button', { name: confirm }));
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]));
  expect(screen.getByRole('button', { name: confirm })).toBeDefined();
  expect(screen.getByText('Safari on iOS')).toBeDefined();
});

test('Sessions that cannot be loaded are told, and can be asked for again', async () => {
  let tries = 0;
  answerCalls({
    'GET /api/sessions': () => (++tries === 1 ? { status: 500 } : { json: { sessions: [here] } }),
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Chrome on macOS');
  expect(toasts()).toEqual([
    { title: 'Error', message: 'Failed to load your sessions. Please try again.', seconds: 5 },
  ]);
});

test('Sessions are asked for again every minute', async () => {
  vi.useFakeTimers();
  try {
    const calls = answerCalls(listed(here));
    const asked = () => calls.filter(({ path }) => path === '/api/sessions').length;
    open();
    await act(() => vi.advanceTimersByTimeAsync(59_000));
    expect(asked()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(asked()).toBe(2);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
