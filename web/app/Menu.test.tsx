// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { Menu } from './Menu.tsx';

const everyone = ['Dashboard', 'Leads', 'Add Lead', 'Upload Leads', 'Live', 'API'];

test.each([
  ['partner', everyone],
  ['admin', [...everyone, 'Partners', 'Add Partner', 'Administrators', 'CRM']],
] as const)('The menu of a %s lists %j', (as, entries) => {
  renderScreen(<Menu onShowKeys={() => {}} />, { as });
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(entries);
});

test('The Account page is reached beside the block that signs out, which still does so', async () => {
  const { user, address, session } = renderScreen(<Menu onShowKeys={() => {}} />);
  await user.click(screen.getByRole('link', { name: 'Account' }));
  expect(address()).toBe('/account');
  expect(session.signOut).not.toHaveBeenCalled();
});

test('The block with the name signs out and leads to the login page', async () => {
  const { user, address, session } = renderScreen(<Menu onShowKeys={() => {}} />);
  await user.click(screen.getByRole('button', { name: 'Pat Partner, Partner Ltd. Sign out' }));
  expect(address()).toBe('/login');
  expect(session.signOut).toHaveBeenCalledTimes(1);
});

test('Administrators have a heading of their own in the menu, and are called so where they have no company', () => {
  renderScreen(<Menu onShowKeys={() => {}} />, { as: 'admin' });
  expect(screen.getByRole('heading', { name: 'Admin' })).toBeDefined();
  const block = screen.getByRole('button', { name: /^Ada Admin.*Sign out$/ });
  expect(block.textContent).toContain('Administrator');
});

test('Partners read nothing of administrators in the menu', () => {
  renderScreen(<Menu onShowKeys={() => {}} />);
  expect(screen.queryByText('Admin')).toBeNull();
});

test.each(['nan', 'NULL', ' '])(
  'Who is called %j is a User, of a company called so a Partner',
  (text) => {
    renderScreen(<Menu onShowKeys={() => {}} />, { called: { name: text, company: text } });
    const block = screen.getByRole('button', { name: 'User, Partner. Sign out' });
    expect(block.title).toBe('Sign out User, Partner');
    expect(block.textContent).toBe('UserPartner');
  },
);
