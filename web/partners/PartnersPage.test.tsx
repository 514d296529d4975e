// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
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
const list = { 'GET /api/partners': { json: { partners: [nora] } } };

test('Partners that cannot be loaded are told, and can be asked for again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  let tries = 0;
  answerCalls({
    'GET /api/partners': () => (++tries === 1 ? { status: 500 } : { json: { partners: [nora] } }),
  });
  const { user } = renderScreen(<PartnersPage />, { at: '/partners', as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Nora');
  expect(toasts()).toEqual([
    { title: 'Error', message: 'Failed to load partners. Please try again.', seconds: 5 },
  ]);
  logged.mockRestore();
});

test('A search starts at the first page, with every letter', async () => {
  answerCalls(list);
  const { address } = renderScreen(<PartnersPage />, {
    at: '/partners?page=4&size=5',
    as: 'admin',
  });
  await screen.findByText('Nora');
  const search = screen.getByRole('textbox', { name: 'Search partners' });
  fireEvent.change(search, { target: { value: 'NORTH' } });
  expect(address()).toBe('/partners?search=NORTH&size=5');
  fireEvent.change(search, { target: { value: 'nobody' } });
  await screen.findByText('No partners found');
});

describe('deleting a partner', () => {
  async function remove(answer: Parameters<typeof answerCalls>[0][string]) {
    answerCalls({ ...list, 'DELETE /api/partners/9': answer });
    const { user } = renderScreen(<PartnersPage />, { at: '/partners', as: 'admin' });
    await user.click(await screen.findByRole('button', { name: 'Actions for Nora' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete Partner' }));
    const dialog = within(await screen.findByRole('dialog'));
    // Its own element, so that a name written from right to left does not turn the sentence.
    const name = dialog.getByText('Nora');
    expect(name.tagName).toBe('BDI');
    expect(name.parentElement?.textContent).toBe(
      'Are you sure you want to delete Nora? This action cannot be undone.',
    );
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    return user;
  }

  test('is confirmed for 3 seconds, and Enter that is pressed again asks nothing', async () => {
    const user = await remove({});
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TD'));
    await user.keyboard('{Enter}{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(toasts()).toEqual([
      { title: 'Success', message: 'Partner deleted successfully', seconds: 3 },
    ]);
  });

  test.each([
    [{ status: 409, json: { error: 'Still needed' } }, 'Still needed'],
    [{ status: 500, text: 'oops' }, 'Failed to delete partner'],
  ])('that fails with %j says %s and can be tried again', async (answer, message) => {
    await remove(answer);
    expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]);
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });
});

describe('adding a partner', () => {
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const fill = (label: RegExp, value: string) =>
    fireEvent.change(field(label), { target: { value } });
  const open = () => renderScreen(<AddPartnerPage />, { at: '/partners/add', as: 'admin' });
  const submit = () => screen.getByRole('button', { name: 'Add Partner' });

  test('opens on its first field', () => {
    answerCalls({});
    open();
    expect(document.activeElement).toBe(field(/^Name/));
  });

  test('shows every message of the specification, one rule of the password after the other', async () => {
    const calls = answerCalls({});
    const { user } = open();
    await user.click(submit());
    for (const name of ['Name', 'Email', 'Company', 'Password']) {
      expect(screen.getByText(`${name} is required`)).toBeDefined();
    }
    for (const [password, message] of [
      ['short', 'Password must be at least 8 characters'],
      ['lowercase1!', 'Password must contain at least one uppercase letter'],
      ['UPPERCASE1!', 'Password must contain at least one lowercase letter'],
      ['NoNumbers!', 'Password must contain at least one number'],
      ['NoSpecial1', 'Password must contain at least one special character'],
    ] as const) {
      fill(/^Password/, password);
      await user.click(submit());
      expect(screen.getByText(message)).toBeDefined();
    }
    expect(calls).toEqual([]);
  });

  test('with an email that is taken says so in a toast and at its field', async () => {
    const error = 'This email is already in use';
    answerCalls({
      'POST /api/partners': { status: 409, json: { error, fields: { email: error } } },
    });
    const { user } = open();
    fill(/^Name/, 'Twice');
    fill(/^Email/, 'nora@northwind.example');
    fill(/^Company/, 'Twice Ltd');
    fill(/^Password/, 'Harvest-1234');
    await user.click(submit());
    await screen.findByText(error);
    expect(field(/^Email/).getAttribute('aria-invalid')).toBe('true');
    expect(toasts()).toEqual([{ title: 'Error', message: error, seconds: 5 }]);
  });

  test('after a refusal leaves no toast that contradicts the success', async () => {
    const answers = [{ status: 409, json: { error: 'This email is already in use' } }];
    answerCalls({
      'POST /api/partners': () => answers.shift() ?? { status: 201, json: { partner: nora } },
    });
    const { user, address } = open();
    fill(/^Name/, 'Nora');
    fill(/^Email/, 'nora@northwind.example');
    fill(/^Company/, 'Northwind');
    fill(/^Password/, 'Harvest-1234');
    await user.click(submit());
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await user.click(submit());
    await waitFor(() => expect(address()).toBe('/partners'));
    expect(toasts().map(({ title }) => title)).toEqual(['Success']);
  });
});

describe('editing a partner', () => {
  const open = () =>
    renderScreen(<EditPartnerPage />, {
      at: '/partners/edit/9',
      path: '/partners/edit/:id',
      as: 'admin',
    });

  test.each([
    ['Partner not found', { status: 404, json: { error: 'Partner not found' } }],
    ['Failed to load partner. Please try again.', 'no connection' as const],
  ])('who cannot be loaded says %s and leads back to the list', async (message, answer) => {
    answerCalls({ 'GET /api/partners/9': answer });
    const { address } = open();
    await waitFor(() => expect(address()).toBe('/partners'));
    expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]);
  });

  test('asks for a new password twice, and that both are the same', async () => {
    answerCalls({ 'GET /api/partners/9': { json: { partner: nora } } });
    const { user } = open();
    const reset = await screen.findByRole('button', { name: 'Reset Password' });
    await user.click(reset);
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(screen.getByText('Please confirm the password')).toBeDefined();
    const change = (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    change(/^New Password/, 'Changed-1234');
    change(/^Confirm New Password/, 'Different-1234');
    await user.click(reset);
    expect(screen.getByText('Passwords do not match')).toBeDefined();
  });
});
