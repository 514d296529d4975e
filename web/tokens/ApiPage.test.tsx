// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ApiToken } from '#contract/tokens.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { ApiPage } from './ApiPage.tsx';

const mine: ApiToken = {
  id: '5',
  name: 'Mine',
  description: null,
  created_at: '2026-01-02T03:04:05Z',
  token_display: 'pp_••••abcd',
  revoked: false,
};
const tokens = (...list: ApiToken[]) => ({ 'GET /api/tokens': { json: { tokens: list } } });
const open = () => renderScreen(<ApiPage />, { at: '/api' });
const openDocumentation = () =>
  renderScreen(<ApiPage />, { at: '/api?tab=documentation', path: '/api' });
const confirm = vi.fn(() => true);
afterEach(() => confirm.mockReset().mockReturnValue(true));

const actions = {
  fetch: async () => {},
  create: async ({ user }: ReturnType<typeof open>) => {
    await user.click(screen.getByRole('button', { name: 'Create Token' }));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole('textbox', { name: /Token Name/ });
    fireEvent.change(name, { target: { value: 'Another' } });
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  },
  revoke: async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Revoke Mine' }));
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
  },
  delete: async ({ user }: ReturnType<typeof open>) =>
    user.click(await screen.findByRole('button', { name: 'Delete Mine' })),
};
const callOf = {
  fetch: 'GET /api/tokens',
  create: 'POST /api/tokens',
  revoke: 'PUT /api/tokens/5',
  delete: 'DELETE /api/tokens/5',
};

/** spec §8 */
describe.each([
  ['fetch', 'Failed to fetch API tokens', 'Error fetching tokens'],
  ['create', 'Failed to create token', 'Error creating token'],
  ['revoke', 'Failed to revoke token', 'Error revoking token'],
  ['delete', 'Failed to delete token', 'Error deleting token'],
] as const)('a call to %s', (action, refused, broken) => {
  test.each([
    ['is refused', { status: 500 }, refused],
    ['does not get through', 'no connection' as const, broken],
  ])('that %s says so', async (_, answer, message) => {
    vi.stubGlobal('confirm', confirm);
    answerCalls({ ...tokens(mine), [callOf[action]]: answer });
    await actions[action](open());
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]));
  });
});

test('Tokens that cannot be loaded can be asked for again', async () => {
  let tries = 0;
  answerCalls({
    'GET /api/tokens': () => (++tries === 1 ? { status: 500 } : { json: { tokens: [mine] } }),
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('article', { name: 'Mine' });
});

test('A token that is revoked says so for 5 seconds, shows it, and cannot be revoked again', async () => {
  const calls = answerCalls({
    'GET /api/tokens': () => ({
      json: { tokens: [{ ...mine, revoked: calls.some(({ method }) => method === 'PUT') }] },
    }),
    'PUT /api/tokens/5': { json: { token: { ...mine, revoked: true } } },
  });
  await actions.revoke(open());
  await screen.findByText('This token has been revoked');
  expect(screen.queryByRole('button', { name: 'Revoke Mine' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Mine' }));
  expect(toasts()).toEqual([
    { title: 'Success', message: 'Token revoked successfully', seconds: 5 },
  ]);
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ revoked: true });
});

test('Revoking asks first, in place: Cancel and Escape revoke nothing and give the focus back', async () => {
  const calls = answerCalls(tokens(mine));
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'Revoke Mine' });
  for (const no of ['{Enter}', '{Escape}']) {
    button.focus();
    await user.keyboard('{Enter}');
    const question = within(screen.getByRole('group', { name: /^Revoke this token\?/ }));
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }));
    await user.keyboard(no);
    expect(screen.queryByRole('group')).toBeNull();
    expect(document.activeElement).toBe(button);
  }
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test('A token that could not be revoked keeps the question, so that it can be tried again', async () => {
  answerCalls({ ...tokens(mine), 'PUT /api/tokens/5': { status: 500 } });
  await actions.revoke(open());
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Revoke' })).toBeDefined();
});

test('A token is deleted after the question, and that is confirmed for 3 seconds', async () => {
  vi.stubGlobal('confirm', confirm.mockReturnValueOnce(false));
  const calls = answerCalls({
    'GET /api/tokens': () => ({
      json: { tokens: calls.some(({ method }) => method === 'DELETE') ? [] : [mine] },
    }),
    'DELETE /api/tokens/5': {},
  });
  const page = open();
  await actions.delete(page);
  expect(confirm).toHaveBeenCalledWith(
    'Are you sure you want to delete this token? This action cannot be undone.',
  );
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await actions.delete(page);
  await screen.findByText("You haven't created any API tokens yet.");
  expect(toasts()).toEqual([
    { title: 'Success', message: 'Token deleted successfully', seconds: 3 },
  ]);
});

test('A new token is shown once, and copying it is confirmed for 3 seconds', async () => {
  answerCalls({
    ...tokens(),
    'POST /api/tokens': { json: { token: 'pp_secret', token_id: 'id-of-token' } },
  });
  const page = open();
  await actions.create(page);
  const dialog = within(await screen.findByRole('dialog', { name: 'Your new token' }));
  expect(
    dialog.getByText(
      'This token will only be shown once. Please copy it now and store it securely.',
    ),
  ).toBeDefined();
  expect(dialog.getByText('pp_secret')).toBeDefined();
  expect(dialog.getByText('id-of-token')).toBeDefined();
  await page.user.click(dialog.getByRole('button', { name: 'Copy token' }));
  await waitFor(() =>
    expect(toasts()).toEqual([
      { title: 'Success', message: 'Token created successfully', seconds: 5 },
      { title: 'Success', message: 'Token copied to clipboard', seconds: 3 },
    ]),
  );
  await page.user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('pp_secret')).toBeNull());
});

test('The documentation shows the address and the limit that the server has, not those of the browser', async () => {
  const limit = { 'x-rate-limit': { max: 7, seconds: 60 } };
  const { reply, release } = heldAnswer({
    json: {
      servers: [{ url: 'https://portal.example' }],
      paths: { '/api/v1/leads': { post: limit } },
    },
  });
  answerCalls({ 'GET /api/openapi.json': reply });
  openDocumentation();
  const { textContent } = await screen.findByRole('tabpanel', { name: 'Documentation' });
  expect(textContent).not.toContain(window.location.origin);
  release();
  await screen.findByText('https://portal.example/api/v1/leads');
  expect(screen.getAllByText(/curl 'https:\/\/portal\.example\/api\/v1\/leads'/)).toHaveLength(2);
  expect(screen.getByText('7 calls a minute')).toBeDefined();
});

test('Where the server does not describe itself, the documentation shows what is usual, says so and asks again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const described = {
    servers: [{ url: 'https://portal.example' }],
    paths: { '/api/v1/leads': { post: { 'x-rate-limit': { max: 7, seconds: 60 } } } },
  };
  const answers = [{ status: 429, json: { error: 'Rate limit exceeded' } }];
  answerCalls({ 'GET /api/openapi.json': () => answers.shift() ?? { json: described } });
  const { user } = openDocumentation();
  await screen.findByText(`${window.location.origin}/api/v1/leads`);
  expect(screen.getByText('300 calls a minute')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('This page shows the usual ones');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('7 calls a minute');
  expect(screen.queryByRole('alert')).toBeNull();
  logged.mockRestore();
});

test('What the server has said of itself stays where it is refused later', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const calls = answerCalls({
    'GET /api/openapi.json': () =>
      calls.length === 1
        ? {
            json: {
              servers: [{ url: 'https://portal.example' }],
              paths: { '/api/v1/leads': { post: { 'x-rate-limit': { max: 7, seconds: 60 } } } },
            },
          }
        : { status: 429 },
  });
  const queries = newQueryClient();
  renderScreen(<ApiPage />, { at: '/api?tab=documentation', path: '/api', queries });
  await screen.findByText('7 calls a minute');
  await act(() => queries.refetchQueries({ queryKey: ['tokens', 'portal facts'] }));
  expect(calls).toHaveLength(2);
  expect(screen.getByText('7 calls a minute')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  logged.mockRestore();
});

test('Without tokens the page says so and offers the first', async () => {
  answerCalls(tokens());
  const { user } = open();
  await screen.findByText("You haven't created any API tokens yet.");
  expect(screen.getByText('About API Access')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create your first token' }));
  expect(await screen.findByRole('dialog', { name: 'Create Token' })).toBeDefined();
});

test('The documentation names the endpoint, the header and every error, and has an address', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  answerCalls({ ...tokens(), 'GET /api/openapi.json': { status: 500 } });
  const { user, address } = open();
  await user.click(screen.getByRole('tab', { name: 'Documentation' }));
  const { textContent } = await screen.findByRole('tabpanel', { name: 'Documentation' });
  for (const text of [
    '/api/v1/leads',
    'X-API-Token',
    'CSRF',
    'first_name',
    'custom_fields',
    'Invalid email format',
    'API token is missing',
    'Insufficient permissions',
    'Rate limit exceeded',
    'Internal server error',
  ]) {
    expect(textContent).toContain(text);
  }
  expect(address()).toBe('/api?tab=documentation');
  logged.mockRestore();
});
