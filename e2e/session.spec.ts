import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { addLead } from './portal.ts';
import { expect, expectAccessible, signInAs, test, toastOf } from './test.ts';

const sessionEnded = 'Your session has ended. Please sign in again.';
const storedNames = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test('Without a session every screen leads to the login page', async ({ page }) => {
  for (const path of ['/', '/dashboard', '/leads', '/partners/add', '/account', '/nowhere']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

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
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
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

test('A tab on the login page follows a sign-in in another tab', async ({
  page,
  portal,
  context,
}) => {
  const partner = await portal.newPartner();
  const other = await context.newPage();
  await other.goto('/login');
  await expect(other.getByLabel('Email')).toBeFocused();
  await page.goto('/login');
  await page.getByLabel('Email').fill(partner.email);
  await page.getByLabel('Password', { exact: true }).fill(partner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/dashboard$/);
});

test('The block at the foot of the sidebar signs out, here and in other tabs', async ({
  page,
  partner,
  context,
}) => {
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/leads');
  await expect(other.getByRole('heading', { name: 'Leads Management' })).toBeVisible();

  const block = page.getByRole('button', { name: /Sign out/ });
  await expect(block).toContainText(partner.name);
  await expect(block).toContainText(partner.company ?? '');
  await block.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(await storedNames(page)).not.toContain('token');
});

test('Whoever signs in next sees nothing of who was there before', async ({ page, portal }) => {
  const first = await portal.newPartner({ name: 'First One' });
  const second = await portal.newPartner();
  await addLead(first, { company_name: 'Only Of The First Ltd' });
  await signInAs(page, first);
  await page.goto('/dashboard');
  await expect(page.getByText('Only Of The First Ltd')).toBeVisible();
  await page.getByRole('button', { name: /First One.*Sign out/ }).click();
  // No answer for the second: whatever is shown can only be left over from the first.
  await page.route('**/api/leads**', () => {});
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Password', { exact: true }).fill(second.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /Pat Partner.*Sign out/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Recent Leads' })).toBeVisible();
  await expect(page.getByText('Only Of The First Ltd')).toHaveCount(0);
  await expect(page.getByText('First One')).toHaveCount(0);
});
