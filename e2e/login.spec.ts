import { expectAccessibleInEveryMode } from './accessible.ts';
import { expect, test } from './test.ts';

test('A partner signs in with the keyboard alone and lands on the dashboard', async ({
  page,
  portal,
}) => {
  const partner = await portal.newPartner();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(partner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(partner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored).toEqual(expect.arrayContaining(['token', 'refresh_token']));
});

test('The login page, with what it refuses, is accessible in light and dark mode, wide and narrow', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@partner.example');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-pass-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expectAccessibleInEveryMode(page);
});
