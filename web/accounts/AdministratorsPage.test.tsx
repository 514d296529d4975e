// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Administrator } from '#contract/accounts.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { AdministratorsPage } from './AdministratorsPage.tsx';

/** Whom `as: 'admin'` signs in. */
const ada: Administrator = {
  id: '2',
  name: 'Ada Admin',
  email: 'ada@portal.example',
  created_at: '2026-01-02T12:00:00',
};
const omar: Administrator = { ...ada, id: '3', name: 'عمر', email: 'omar@portal.example' };

const listed = (...administrators: Administrator[]) => ({
  'GET /api/administrators': { json: { administrators } },
});
const open = () => renderScreen(<AdministratorsPage />, { at: '/administrators', as: 'admin' });
type Page = ReturnType<typeof open>;

async function choose({ user }: Page, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const wrong = 'Current password is wrong';
/** How the server answers a wrong password of the caller's own. */
const wrongPassword = { status: 403, json: { error: wrong, fields: { current_password: wrong } } };

/** At the field, which has the focus, in a dialog that stays. */
async function expectWrongPassword() {
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText(wrong);
  const field = dialog.getByLabelText<HTMLInputElement>(/^Your password/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.autocomplete).toBe('current-password');
  expect(toasts()).toEqual([{ title: 'Error', message: wrong, seconds: 5 }]);
}

/** What lies around a dialog has no role or name to find it by. */
const clickOutside = ({ user }: Page) =>
  user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);

test('The list tells name, email and since when, and which one is the reader', async () => {
  answerCalls(listed(omar, ada));
  open();
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
  expect((await row('عمر')).textContent).toContain('omar@portal.example');
  expect((await row('عمر')).textContent).not.toContain('You');
  const own = within(await row('Ada Admin'));
  expect(own.getByText('You')).toBeDefined();
  expect(own.getByText('Jan 2, 2026')).toBeDefined();
  expect(screen.getByText('عمر').dir).toBe('auto');
});

test('An administrator who is called nan is not available, in the list, the menu and the questions', async () => {
  answerCalls(listed({ ...omar, name: 'nan' }, ada));
  const page = open();
  await screen.findByRole('row', { name: /^Not available/ });
  for (const [item, title] of [
    ['Reset password', 'Reset password'],
    ['Remove', 'Remove administrator'],
  ] as const) {
    await choose(page, 'Not available', item);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByText('Not available').tagName).toBe('BDI');
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(screen.queryByText('nan')).toBeNull();
});

test('Administrators that cannot be loaded are told, and can be asked for again', async () => {
  let tries = 0;
  answerCalls({
    'GET /api/administrators': () =>
      ++tries === 1 ? { status: 500 } : { json: { administrators: [ada] } },
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Ada Admin');
  expect(toasts()).toEqual([
    { title: 'Error', message: 'Failed to load administrators. Please try again.', seconds: 5 },
  ]);
});

describe('adding one', () => {
  async function add(answer: Parameters<typeof answerCalls>[0][string]) {
    const calls = answerCalls({ ...listed(ada), 'POST /api/administrators': answer });
    const page = open();
    await page.user.click(screen.getByRole('button', { name: 'Add administrator' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add administrator' }));
    const send = () => page.user.click(dialog.getByRole('button', { name: 'Add administrator' }));
    return { calls, dialog, send };
  }

  test('takes what is typed before its first field has the focus', async () => {
    answerCalls(listed(ada));
    const { user } = open();
    screen.getByRole('button', { name: 'Add administrator' }).focus();
    await user.keyboard('{Enter}Omar Haddad');
    const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
    await waitFor(() => expect(name.value).toBe('Omar Haddad'));
  });

  test('tells one’s own password from that of the new one', async () => {
    const { dialog } = await add({});
    const own = dialog.getByLabelText(/^Your password/);
    const hint = dialog.getByText('To confirm that it is you');
    expect(own.getAttribute('aria-describedby')?.split(' ')).toContain(hint.id);
  });

  test('says what each field lacks, and sends nothing', async () => {
    const { calls, dialog, send } = await add({});
    await send();
    for (const name of ['Name', 'Email', 'Password']) {
      expect(dialog.getByText(`${name} is required`)).toBeDefined();
    }
    expect(dialog.getByText('Current password is required')).toBeDefined();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('is confirmed, closes the dialog and asks for the list anew', async () => {
    const { calls, send } = await add({ status: 201, json: { administrator: omar } });
    fill(/^Name/, 'Omar');
    fill(/^Email/, 'omar@portal.example');
    fill(/^Password/, 'Green-boat-42!');
    fill(/^Your password/, 'Own-secret-1');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts()).toEqual([
      { title: 'Success', message: 'Administrator has been added successfully', seconds: 5 },
    ]);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Omar',
      email: 'omar@portal.example',
      password: 'Green-boat-42!',
      current_password: 'Own-secret-1',
    });
    expect(calls.at(-1)?.method).toBe('GET');
  });

  test('with an email that is taken says so at its field, and the dialog stays', async () => {
    const error = 'This email is already in use';
    const { dialog, send } = await add({ status: 409, json: { error, fields: { email: error } } });
    fill(/^Name/, 'Omar');
    fill(/^Email/, 'ada@portal.example');
    fill(/^Password/, 'Green-boat-42!');
    fill(/^Your password/, 'Own-secret-1');
    await send();
    await dialog.findByText(error);
    expect(toasts()).toEqual([{ title: 'Error', message: error, seconds: 5 }]);
  });

  test('with a wrong password of one’s own says so at its field, and what was typed stays', async () => {
    const { dialog, send } = await add(wrongPassword);
    fill(/^Name/, 'Omar');
    fill(/^Email/, 'omar@portal.example');
    fill(/^Password/, 'Green-boat-42!');
    fill(/^Your password/, 'Own-secret-1');
    await send();
    await expectWrongPassword();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('Green-boat-42!');
    expect(dialog.getByLabelText<HTMLInputElement>(/^Password/).autocomplete).toBe('new-password');
  });
});

describe('a click beside the dialog', () => {
  const dialogs = [
    {
      title: 'Add administrator',
      field: /^Name/,
      start: (page: Page) =>
        page.user.click(screen.getByRole('button', { name: 'Add administrator' })),
    },
    {
      title: 'Reset password',
      field: /^New password/,
      start: (page: Page) => choose(page, omar.name, 'Reset password'),
    },
    {
      title: 'Remove administrator',
      field: /^Your password/,
      start: (page: Page) => choose(page, omar.name, 'Remove'),
    },
  ];

  test.each(dialogs)(
    'closes $title while nothing is typed, and loses nothing that is',
    async ({ title, field, start }) => {
      answerCalls(listed(omar, ada));
      const page = open();
      await start(page);
      await screen.findByRole('dialog', { name: title });
      await clickOutside(page);
      expect(screen.queryByRole('dialog')).toBeNull();
      await start(page);
      await screen.findByRole('dialog', { name: title });
      fill(field, 'Omar');
      await clickOutside(page);
      expect(screen.queryByRole('dialog')).not.toBeNull();
      expect(screen.getByLabelText<HTMLInputElement>(field).value).toBe('Omar');
    },
  );
});

describe('removing one', () => {
  async function remove(
    who: Administrator,
    answer: Parameters<typeof answerCalls>[0][string] = { json: { success: true } },
    password = 'Own-secret-1',
  ) {
    const calls = answerCalls({
      'GET /api/administrators': () => ({
        json: {
          administrators: calls.some(({ method }) => method === 'DELETE') ? [ada] : [omar, ada],
        },
      }),
      [`DELETE /api/administrators/${who.id}`]: answer,
    });
    const page = open();
    await choose(page, who.name, 'Remove');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove administrator' }));
    expect(dialog.getByText(who.name).tagName).toBe('BDI');
    const whose = who === ada ? 'Your' : 'Their';
    expect(dialog.getByText(new RegExp(`${whose} sessions and API tokens end`))).toBeDefined();
    const tellsYou = dialog.queryByText(/You will be signed out at once/) !== null;
    if (password) fill(/^Your password/, password);
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }));
    return { ...page, calls, tellsYou, dialog };
  }

  test('asks first, by name, and is confirmed for 3 seconds', async () => {
    const { session, tellsYou, calls } = await remove(omar);
    await waitFor(() => expect(screen.queryByText('omar@portal.example')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = calls.find(({ method }) => method === 'DELETE');
    expect(sent?.body).toEqual({ current_password: 'Own-secret-1' });
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(tellsYou).toBe(false);
    expect(session.signOut).not.toHaveBeenCalled();
    expect(toasts()).toEqual([
      { title: 'Success', message: 'Administrator removed successfully', seconds: 3 },
    ]);
  });

  test('who is the reader says what follows, and signs out', async () => {
    const { session, tellsYou, address } = await remove(ada);
    expect(tellsYou).toBe(true);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });

  test('sends nothing without the own password', async () => {
    const { dialog, calls } = await remove(omar, {}, '');
    expect(dialog.getByText('Current password is required')).toBeDefined();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('begins at the own password, and takes what is typed before that has the focus', async () => {
    answerCalls(listed(omar, ada));
    const page = open();
    await page.user.click(await screen.findByRole('button', { name: `Actions for ${omar.name}` }));
    (await screen.findByRole('menuitem', { name: 'Remove' })).click();
    await page.user.keyboard('Own-secret-1');
    const field = await screen.findByLabelText<HTMLInputElement>(/^Your password/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    await waitFor(() => expect(field.value).toBe('Own-secret-1'));
  });

  test('with a wrong password of one’s own says so at its field', async () => {
    await remove(omar, wrongPassword);
    await expectWrongPassword();
  });

  test.each([{ status: 500 }, 'no connection'] as const)(
    'that fails with %j says what other dialogs say, and can be tried again',
    async (answer) => {
      await remove(omar, answer);
      await waitFor(() =>
        expect(toasts()).toEqual([{ title: 'Error', message: 'An error occurred', seconds: 5 }]),
      );
      expect(screen.queryByRole('dialog')).not.toBeNull();
    },
  );

  test.each([
    [404, 'Administrator not found'],
    [409, 'The last administrator cannot be removed'],
  ])(
    'that others have made impossible (%i) says so and shows the list as it is now',
    async (status, error) => {
      const { calls } = await remove(omar, { status, json: { error } });
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(toasts()).toEqual([{ title: 'Error', message: error, seconds: 5 }]);
      await waitFor(() => expect(calls.at(-1)?.method).toBe('GET'));
    },
  );

  test('who is the last is off, and the keyboard finds the reason', async () => {
    const calls = answerCalls(listed(ada));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada Admin' }));
    const item = await screen.findByRole('menuitem', { name: /^Remove/ });
    expect(item.textContent).toContain('The last administrator cannot be removed');
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await user.click(item);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });
});

describe('resetting a password', () => {
  test('asks for it twice, sends it and is confirmed', async () => {
    const calls = answerCalls({
      ...listed(omar, ada),
      'POST /api/administrators/3/reset-password': { json: { success: true } },
    });
    const page = open();
    await choose(page, omar.name, 'Reset password');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset password' }));
    const send = () => page.user.click(dialog.getByRole('button', { name: 'Reset password' }));
    fill(/^New password/, 'Green-boat-42!');
    fill(/^Confirm new password/, 'Green-boat-43!');
    await send();
    expect(dialog.getByText('Passwords do not match')).toBeDefined();
    expect(dialog.getByText('Current password is required')).toBeDefined();
    fill(/^Confirm new password/, 'Green-boat-42!');
    fill(/^Your password/, 'Own-secret-1');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.at(-1)?.body).toEqual({
      password: 'Green-boat-42!',
      current_password: 'Own-secret-1',
    });
    expect(toasts()).toEqual([
      {
        title: 'Success',
        message: 'Administrator password has been reset successfully',
        seconds: 5,
      },
    ]);
  });

  test('with a wrong password of one’s own says so at its field', async () => {
    answerCalls({
      ...listed(omar, ada),
      'POST /api/administrators/3/reset-password': wrongPassword,
    });
    const page = open();
    await choose(page, omar.name, 'Reset password');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset password' }));
    fill(/^New password/, 'Green-boat-42!');
    fill(/^Confirm new password/, 'Green-boat-42!');
    fill(/^Your password/, 'Own-secret-1');
    await page.user.click(dialog.getByRole('button', { name: 'Reset password' }));
    await expectWrongPassword();
  });

  test('of one’s own leads to the Account page, where the current one is asked', async () => {
    answerCalls(listed(omar, ada));
    const page = open();
    await choose(page, ada.name, 'Change your password');
    expect(page.address()).toBe('/account');
  });
});
