// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { PasswordNotice } from './PasswordNotice.tsx';
import { passwordWarnings } from './password-warning.shared.ts';

const page = (
  <main id="main" tabIndex={-1}>
    <PasswordNotice />
  </main>
);
const warn = (userId: string, text = 'Your password is old.') =>
  act(() => passwordWarnings.keep(userId, text));

test('What signing in said of the password is read aloud in the portal, and leads to the Account page', async () => {
  const { user, address } = renderScreen(page, { at: '/dashboard' });
  expect(screen.queryByRole('alert')).toBeNull();
  warn('1');
  expect(screen.getByRole('alert').textContent).toContain('Your password is old.');
  await user.click(screen.getByRole('link', { name: 'Change password' }));
  expect(address()).toBe('/account');
});

test('On the Account page it says why, and leads nowhere', () => {
  warn('1');
  renderScreen(page, { at: '/account' });
  expect(screen.getByRole('alert').textContent).toContain('Your password is old.');
  expect(screen.queryByRole('link')).toBeNull();
});

test('Hidden, it is gone, and the focus goes to the content', async () => {
  warn('1');
  const { user } = renderScreen(page, { at: '/dashboard' });
  await user.click(screen.getByRole('button', { name: 'Hide for 7 days' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement?.id).toBe('main');
});

test('Nobody reads the warning of another account', () => {
  warn('2');
  renderScreen(page, { at: '/dashboard' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Each sentence has a line, and the link says alone where the password is changed', () => {
  const sentences = 'عمر was added.\nYour password is old.';
  warn('1', `${sentences}\nChange your password on your Account page.`);
  renderScreen(page, { at: '/dashboard' });
  const text = screen.getByText(/^عمر was added/);
  expect(text.textContent).toBe(`${sentences}\n Change password`);
  expect(text.dir).toBe('auto');
});
