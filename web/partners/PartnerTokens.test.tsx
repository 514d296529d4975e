// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Partner } from '#contract/partners.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { EditPartnerPage } from './EditPartnerPage.tsx';

const nora: Partner = {
  id: '9',
  name: 'Nora',
  email: 'nora@northwind.example',
  company: 'Northwind',
  created_at: '2026-01-01T00:00:00Z',
};
const website: ApiToken = {
  id: '5',
  name: 'موقعنا',
  description: null,
  created_at: '2026-01-02T12:00:00',
  token_display: 'pp_••••abcd',
  revoked: false,
};
const old: ApiToken = { ...website, id: '6', name: 'Old CRM', revoked: true };

const partner = { 'GET /api/partners/9': { json: { partner: nora } } };
const tokens = (...list: ApiToken[]) => ({
  ...partner,
  'GET /api/partners/9/tokens': { json: { tokens: list } },
});
const open = () =>
  renderScreen(<EditPartnerPage />, {
    at: '/partners/edit/9',
    path: '/partners/edit/:id',
    as: 'admin',
  });
const revokeButton = () => screen.findByRole('button', { name: `Revoke ${website.name}` });

test('A partner’s tokens tell name, masked token, date and state, and only an active one can be revoked', async () => {
  answerCalls(tokens(website, old));
  open();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toBe(`${website.name}Activepp_••••abcdCreated Jan 2, 2026Revoke`);
  expect(second?.textContent).toBe('Old CRMRevokedpp_••••abcdCreated Jan 2, 2026');
  expect(screen.getByText(website.name).dir).toBe('auto');
});

test('A partner without tokens is said to have none', async () => {
  answerCalls(tokens());
  open();
  await screen.findByText('This partner has no API tokens.');
});

test('A token is revoked after a question in its line', async () => {
  const calls = answerCalls({
    ...partner,
    'GET /api/partners/9/tokens': () => ({
      json: {
        tokens: [{ ...website, revoked: calls.some(({ method }) => method === 'PUT') }],
      },
    }),
    'PUT /api/partners/9/tokens/5': { json: { token: { ...website, revoked: true } } },
  });
  const { user } = open();
  const button = await revokeButton();
  await user.click(button);
  const question = within(screen.getByRole('group', { name: /^Revoke this token\?/ }));
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(button);
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);

  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked');
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBe(null);
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ revoked: true });
  expect(toasts()).toEqual([
    { title: 'Success', message: 'Token revoked successfully', seconds: 5 },
  ]);
});

test.each([
  [{ status: 500 }, 'Failed to revoke token'],
  ['no connection' as const, 'Error revoking token'],
])('A token that could not be revoked keeps the question (%j)', async (answer, message) => {
  answerCalls({ ...tokens(website), 'PUT /api/partners/9/tokens/5': answer });
  const { user } = open();
  await user.click(await revokeButton());
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]));
  expect(screen.getByRole('button', { name: 'Revoke' })).toBeDefined();
});

test('Tokens that cannot be loaded are told, and can be asked for again', async () => {
  let tries = 0;
  answerCalls({
    ...partner,
    'GET /api/partners/9/tokens': () =>
      ++tries === 1 ? { status: 500 } : { json: { tokens: [old] } },
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Old CRM');
  expect(toasts()).toEqual([{ title: 'Error', message: 'Failed to fetch API tokens', seconds: 5 }]);
});

test.each([
  ['revokes the tokens too', true],
  ['leaves the tokens where the box is not ticked', false],
])('A password reset %s, and asks for them anew', async (_, revoke) => {
  const calls = answerCalls({
    ...tokens(website),
    'POST /api/partners/9/reset-password': { json: { success: true } },
  });
  const { user } = open();
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: "Revoke this partner's API tokens too",
  });
  expect(box.checked).toBe(true);
  if (!revoke) await user.click(box);
  for (const label of [/^New Password/, /^Confirm New Password/]) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'Green-boat-42!' } });
  }
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await waitFor(() =>
    expect(toasts()).toEqual([
      { title: 'Success', message: 'Partner password has been reset successfully', seconds: 5 },
    ]),
  );
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    password: 'Green-boat-42!',
    revoke_tokens: revoke,
  });
  expect(box.checked).toBe(true);
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/partners/9/tokens'));
});
