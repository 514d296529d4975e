// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiToken } from '#contract/tokens.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { ApiPage } from './ApiPage.tsx';

const secret = 'ppt_secret-of-this-token';
const made: ApiToken = {
  id: '6',
  name: 'Website form',
  description: 'The contact page',
  created_at: '2026-01-02T03:04:05Z',
  token_display: 'ppt_••••••••oken',
  revoked: false,
};

async function openDialog() {
  const calls = answerCalls({
    'GET /api/tokens': () => ({ json: { tokens: sent().length > 0 ? [made] : [] } }),
    'POST /api/tokens': { json: { token: secret, token_id: made.id } },
  });
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const { user } = renderScreen(<ApiPage />, { at: '/api' });
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Token' }));
  const field = (name: RegExp) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  const create = () => user.click(dialog.getByRole('button', { name: 'Create' }));
  return { user, field, create, sent };
}

test('A token needs a name, for which the browser itself asks', async () => {
  const { field, create, sent } = await openDialog();
  const name = field(/Token Name/);
  expect([name.required, name.form?.noValidate]).toEqual([true, false]);
  await create();
  expect(screen.getByRole('dialog', { name: 'Create Token' })).toBeDefined();
  expect(sent()).toEqual([]);
});

test('A token stays to be copied until Done, and is a card without it from then on', async () => {
  const { user, field, create, sent } = await openDialog();
  await user.type(field(/Token Name/), 'Website form');
  await user.type(field(/Description/), 'The contact page');
  await create();
  const dialog = within(await screen.findByRole('dialog', { name: 'Your new token' }));
  expect(sent()).toEqual([{ name: 'Website form', description: 'The contact page' }]);
  const copy = dialog.getByRole('button', { name: 'Copy token' });
  expect(document.activeElement).toBe(copy);
  await user.keyboard('{Escape}');
  expect(dialog.getByText(secret)).toBeDefined();
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const card = await screen.findByRole('article', { name: 'Website form' });
  expect(card.textContent).toContain('The contact page');
  expect(card.textContent).toContain(made.token_display);
  expect(document.documentElement.outerHTML).not.toContain(secret);
});
