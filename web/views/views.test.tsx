// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { View } from '#contract/views.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { ViewsButton } from './ViewsButton.shared.tsx';

const hot: View = { id: 'hot', name: 'Hot', query: 'status=Live', shared: false, own: true };
const team: View = { id: 'team', name: 'Team', query: 'search=a', shared: true, own: false };

type Replies = Parameters<typeof answerCalls>[0];
async function open(
  views: View[],
  { replies = {}, query = 'status=Live', as = 'partner' as 'partner' | 'admin' } = {},
) {
  const calls = answerCalls({
    'GET /api/views': () => ({ json: { views } }),
    'POST /api/views': ({ body }) => {
      views.push({ ...(body as View), id: 'new', own: true });
      return { status: 201, json: { view: views.at(-1) } };
    },
    ...(replies as Replies),
  });
  const opened = renderScreen(<ViewsButton query={query} />, { at: '/leads', as });
  await opened.user.click(await screen.findByRole('button', { name: /^Views|Hot|Team/ }));
  const panel = within(await screen.findByRole('dialog'));
  const sent = (method: string) => calls.filter((one) => one.method === method);
  return { ...opened, panel, sent };
}
const link = (panel: ReturnType<typeof within>, name: string) =>
  panel.findByRole('link', { name: new RegExp(name) });

test('Own views and shared ones are listed, and the open one is marked', async () => {
  const { panel } = await open([hot, team]);
  expect((await link(panel, 'Hot')).getAttribute('aria-current')).toBe('true');
  expect((await link(panel, 'Team')).getAttribute('aria-current')).toBeNull();
  expect((await link(panel, 'Team')).getAttribute('href')).toBe('/leads?search=a');
  expect(panel.queryByRole('button', { name: 'Change view Team' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Hot' })).toBeDefined();
});

test('A view opens its list and closes the panel', async () => {
  const { panel, user, address } = await open([team]);
  await user.click(await link(panel, 'Team'));
  expect(address()).toBe('/leads?search=a');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('The present list is saved by a name', async () => {
  const { panel, user, sent } = await open([], { query: 'status=Live' });
  await panel.findByText(/No saved views yet/);
  await user.click(panel.getByRole('button', { name: 'Save this list as…' }));
  expect(panel.queryByRole('checkbox')).toBeNull();
  await user.type(panel.getByRole('textbox', { name: 'Name' }), ' Mine {Enter}');
  await link(panel, 'Mine');
  expect(sent('POST').map(({ body }) => body)).toEqual([
    { name: 'Mine', query: 'status=Live', shared: false },
  ]);
  expect(toasts()).toMatchObject([{ message: 'View saved' }]);
});

test('An administrator shares a view with all partners as it is saved, or later', async () => {
  const { panel, user, sent } = await open([hot], {
    as: 'admin',
    replies: { 'PUT /api/views/hot': { json: { view: { ...hot, shared: true } } } },
  });
  await user.click(await panel.findByRole('button', { name: 'Change view Hot' }));
  await user.click(panel.getByRole('button', { name: 'Share with all partners' }));
  await waitFor(() => expect(sent('PUT').map(({ body }) => body)).toEqual([{ shared: true }]));
  await user.click(panel.getByRole('button', { name: 'Save this list as…' }));
  await user.click(panel.getByRole('checkbox', { name: 'Share with all partners' }));
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'Ours{Enter}');
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ shared: true }));
});

test('A partner is not offered to share a view', async () => {
  const { panel, user } = await open([hot], { as: 'partner' });
  await user.click(await panel.findByRole('button', { name: 'Change view Hot' }));
  expect(panel.getByRole('button', { name: 'Rename' })).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Share with all partners' })).toBeNull();
});

test('A name that is taken is told at its field; Escape leaves the field, not the panel', async () => {
  const { panel, user } = await open([hot], {
    replies: { 'POST /api/views': { status: 409, json: { error: 'Taken' } } },
  });
  await user.click(await panel.findByRole('button', { name: 'Save this list as…' }));
  const name = panel.getByRole('textbox', { name: 'Name' });
  await user.type(name, 'Hot{Enter}');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(panel.getByText('Taken')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(panel.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('dialog')).toBeDefined();
});

test.each([
  ['Rename', 'Warm{Enter}', { name: 'Warm' }, 'View renamed'],
  ['Update to this list', '', { query: 'search=b' }, 'View now shows this list'],
])('Its owner changes a view: %s', async (deed, keys, body, message) => {
  const { panel, user, sent } = await open([{ ...hot }], {
    query: 'search=b',
    replies: { 'PUT /api/views/hot': { json: { view: hot } } },
  });
  await user.click(await panel.findByRole('button', { name: 'Change view Hot' }));
  await user.click(panel.getByRole('button', { name: deed }));
  if (keys) await user.keyboard(keys);
  await waitFor(() => expect(toasts()).toMatchObject([{ message }]));
  expect(sent('PUT').map((call) => call.body)).toEqual([body]);
});

test('A view is deleted once that is confirmed in its place', async () => {
  const views = [hot];
  const { panel, user, sent } = await open(views, {
    replies: {
      'DELETE /api/views/hot': () => {
        views.pop();
        return { json: { success: true } };
      },
    },
  });
  await user.click(await panel.findByRole('button', { name: 'Change view Hot' }));
  await user.click(panel.getByRole('button', { name: 'Delete' }));
  expect(panel.getByText(/Delete/, { selector: 'p' }).textContent).toBe('Delete Hot?');
  await user.click(panel.getByRole('button', { name: 'Delete' }));
  await panel.findByText(/No saved views yet/);
  expect(sent('DELETE')).toHaveLength(1);
  expect(toasts()).toMatchObject([{ message: 'View deleted', seconds: 3 }]);
});

test('Views that cannot be loaded say so and offer another try', async () => {
  let tries = 0;
  const { panel, user } = await open([hot], {
    replies: {
      'GET /api/views': () => (++tries < 3 ? { status: 500 } : { json: { views: [hot] } }),
    },
  });
  await user.click(await panel.findByRole('button', { name: 'Try again' }));
  expect(await link(panel, 'Hot')).toBeDefined();
});
