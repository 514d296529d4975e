import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test, toastOf } from './test.ts';

const sessionEnded = 'Your session has ended. Please sign in again.';
const storedNames = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test('A session that ended on another device leads every tab to the login page, which says so', async ({
  page,
  partner,
  context,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/dashboard');
    await expect(tab.getByText('No leads found')).toBeVisible();
  }
  await partner.call(routes.logout);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByRole('alert')).toHaveText(sessionEnded);
  }
  await expect(toastOf(page, 'Error')).toHaveCount(0);
  await expectAccessible(page);
  expect(await storedNames(page)).not.toContain('token');
  expect(await storedNames(page)).not.toContain('refresh_token');

  await page.reload();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText(sessionEnded)).toHaveCount(0);
});

test('A sign-in and a sign-out are followed by every other tab', async ({
  page,
  portal,
  context,
}) => {
  const partner = await portal.newPartner();
  const other = await context.newPage();
  await test.step('A tab on the login page follows a sign-in in another tab', async () => {
    await other.goto('/login');
    await expect(other.getByLabel('Email')).toBeFocused();
    await page.goto('/login');
    await page.getByLabel('Email').fill(partner.email);
    await page.getByLabel('Password', { exact: true }).fill(partner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/dashboard$/);
  });
  await test.step('The block at the foot of the sidebar signs out, here and in other tabs', async () => {
    await other.getByRole('link', { name: 'Leads', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Leads Management' })).toBeVisible();
    const block = page.getByRole('button', { name: /Sign out/ });
    await expect(block).toContainText(partner.name);
    await expect(block).toContainText(partner.company ?? '');
    await block.click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(other).toHaveURL(/\/login$/);
    expect(await storedNames(page)).not.toContain('token');
  });
});
