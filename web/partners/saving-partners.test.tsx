// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Partner } from '#contract/partners.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { AddPartnerPage } from './AddPartnerPage.tsx';
import { EditPartnerPage } from './EditPartnerPage.tsx';
import { PartnersPage } from './PartnersPage.tsx';

const nora: Partner = {
  id: '9',
  name: 'Nora',
  email: 'nora@northwind.example',
  company: 'Northwind',
  created_at: '2026-01-01T00:00:00Z',
};
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = (name: string) => screen.getByRole('button', { name }).click();

test('The list of partners has the columns of the specification, and a menu for each', async () => {
  answerCalls({ 'GET /api/partners': { json: { partners: [nora] } } });
  const { user } = renderScreen(<PartnersPage />, { at: '/partners', as: 'admin' });
  await screen.findByText('Nora');
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  // The last one is of cards.
  expect(heads).toEqual(['Name', 'Email', 'Company', 'Actions', 'Details']);
  await user.click(screen.getByRole('button', { name: 'Actions for Nora' }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Edit Partner', 'Delete Partner']);
});

test('A partner who is added is told of for 5 seconds, and leads to the list', async () => {
  const calls = answerCalls({ 'POST /api/partners': { status: 201, json: { partner: nora } } });
  const { address } = renderScreen(<AddPartnerPage />, { at: '/partners/add', as: 'admin' });
  const { name, email, company } = nora;
  fill(/^Name/, name);
  fill(/^Email/, email);
  fill(/^Company/, company ?? '');
  fill(/^Password/, 'Harvest-1234');
  press('Add Partner');
  await waitFor(() => expect(address()).toBe('/partners'));
  expect(calls.at(-1)?.body).toEqual({ name, email, company, password: 'Harvest-1234' });
  const message = 'Partner has been added successfully';
  expect(toasts()).toEqual([{ title: 'Success', message, seconds: 5 }]);
});

const success = { json: { success: true } };

async function openEdit(
  reset: Parameters<typeof answerCalls>[0][string] = success,
  partner: Partner = nora,
) {
  const calls = answerCalls({
    'GET /api/partners/9': { json: { partner } },
    'GET /api/partners/9/tokens': { json: { tokens: [] } },
    'PUT /api/partners/9': { json: { partner: nora } },
    'POST /api/partners/9/reset-password': reset,
  });
  const { address, user } = renderScreen(<EditPartnerPage />, {
    at: '/partners/edit/9',
    path: '/partners/edit/:id',
    as: 'admin',
  });
  await screen.findByRole('button', { name: 'Update Partner' });
  const sent = () => calls.filter(({ method }) => method !== 'GET');
  return { address, sent, user };
}

test('Name and company are edited, and the title says whose they are', async () => {
  const { address, sent } = await openEdit();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Nora');
  fill(/^Name/, '');
  fill(/^Company/, '');
  press('Update Partner');
  await screen.findByText('Name is required');
  expect(screen.getByText('Company is required')).toBeDefined();
  expect(sent()).toEqual([]);
  fill(/^Name/, 'After');
  fill(/^Company/, 'After Ltd');
  press('Update Partner');
  await waitFor(() => expect(address()).toBe('/partners'));
  expect(sent().map(({ body }) => body)).toEqual([{ name: 'After', company: 'After Ltd' }]);
  const message = 'Partner has been updated successfully';
  expect(toasts()).toEqual([{ title: 'Success', message, seconds: 5 }]);
});

test('A partner who is called nan is not called so by the titles, and can be given a name', async () => {
  await openEdit(success, { ...nora, name: 'nan', company: 'nan' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Not available');
  expect(screen.getByText(/will be signed out everywhere/).textContent).toMatch(/^Not available /);
  expect([field(/^Name/).value, field(/^Company/).value]).toEqual(['nan', 'nan']);
});

test('A password that is reset is told of for 5 seconds, and the fields are emptied', async () => {
  const { sent } = await openEdit();
  fill(/^New Password/, 'Changed-1234');
  fill(/^Confirm New Password/, 'Changed-1234');
  press('Reset Password');
  const message = 'Partner password has been reset successfully';
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Success', message, seconds: 5 }]));
  expect(sent().map(({ body }) => body)).toEqual([
    { password: 'Changed-1234', revoke_tokens: true },
  ]);
  expect([field(/^New Password/).value, field(/^Confirm New Password/).value]).toEqual(['', '']);
  expect(screen.queryByLabelText(/^Your password/)).toBeNull();
});

test('Where the server asks for it, the own password is entered in the same form, and all goes on', async () => {
  const [ask, wrong] = ['Enter your own password to reset this one', 'Current password is wrong'];
  const refusal = (error: string) => ({
    status: 403,
    json: { error, fields: { current_password: error } },
  });
  const answers = [refusal(ask), refusal(wrong), success];
  const { sent } = await openEdit(() => answers.shift() ?? success);
  fill(/^New Password/, 'Changed-1234');
  fill(/^Confirm New Password/, 'Changed-1234');
  screen.getByRole('checkbox', { name: /^Revoke this partner/ }).click();
  press('Reset Password');

  const own = await screen.findByLabelText<HTMLInputElement>(/^Your password/);
  expect(screen.getByText(ask)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(own));
  expect(own.autocomplete).toBe('current-password');
  expect(screen.getByText('To confirm that it is you')).toBeDefined();
  // Nothing has failed: what is missing is said at its field.
  expect(toasts()).toEqual([]);
  press('Reset Password');
  await waitFor(() => expect(screen.queryByText(ask)).toBeNull());
  expect(screen.getByText('Current password is required')).toBeDefined();
  expect(sent()).toHaveLength(1);

  fill(/^Your password/, 'Mistyped-1');
  press('Reset Password');
  await screen.findByText(wrong);
  await waitFor(() => expect(document.activeElement).toBe(own));
  fill(/^Your password/, 'Own-secret-1');
  press('Reset Password');
  const message = 'Partner password has been reset successfully';
  await waitFor(() => expect(toasts().at(-1)).toEqual({ title: 'Success', message, seconds: 5 }));
  const reset = { password: 'Changed-1234', revoke_tokens: false };
  expect(sent().map(({ body }) => body)).toEqual([
    reset,
    { ...reset, current_password: 'Mistyped-1' },
    { ...reset, current_password: 'Own-secret-1' },
  ]);
  expect([field(/^New Password/).value, field(/^Confirm New Password/).value]).toEqual(['', '']);
  expect(screen.queryByLabelText(/^Your password/)).toBeNull();
});

test.each(['Enter', 'a double click'])(
  'After a reset by %s, with which the own field goes, the focus stays in the form',
  async (how) => {
    const error = 'Enter your own password to reset this one';
    const asks = { status: 403, json: { error, fields: { current_password: error } } };
    const answers = [asks];
    const { sent, user } = await openEdit(() => answers.shift() ?? success);
    fill(/^New Password/, 'Changed-1234');
    fill(/^Confirm New Password/, 'Changed-1234');
    press('Reset Password');
    const own = await screen.findByLabelText<HTMLInputElement>(/^Your password/);
    await waitFor(() => expect(document.activeElement).toBe(own));
    await user.keyboard('Own-secret-1');
    if (how === 'Enter') await user.keyboard('{Enter}');
    else await user.dblClick(screen.getByRole('button', { name: 'Reset Password' }));
    await waitFor(() => expect(own.isConnected).toBe(false));
    const button = screen.getByRole('button', { name: 'Reset Password' });
    const place = how === 'Enter' ? field(/^New Password/) : button;
    await waitFor(() => expect(document.activeElement).toBe(place));
    expect(sent()).toHaveLength(2);
    expect(screen.queryByText('Password is required')).toBeNull();
  },
);
