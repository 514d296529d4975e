import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { type Account, addLead, setStatus } from './portal.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInEveryMode,
  rowsOf,
  test,
  toastOf,
} from './test.ts';

const rows = (page: Page) => rowsOf(page, 'Live companies');

async function goLive(partner: Account, admin: Account, company_name: string, website = '') {
  await setStatus(admin, await addLead(partner, { company_name, website }), 'live');
}

test('A partner sees their live companies, always Live, with what is not available', async ({
  page,
  partner,
  portal,
}) => {
  await goLive(partner, await portal.admin(), 'Live One Ltd', 'https://one.example');
  await page.goto('/live');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Company',
    'Status',
    'Commission Payable',
    'Alltime Commission',
  ]);
  const row = rows(page).first();
  await expect(row).toContainText('Live One Ltd');
  await expect(row.getByText('Live', { exact: true })).toBeVisible();
  await expect(row.getByText('Not available', { exact: true })).toHaveCount(2);
  await expect(row.getByRole('link', { name: 'one.example' })).toHaveAttribute(
    'href',
    'https://one.example/',
  );
});

test('Without live companies the page says so, turns paging off and asks no more', async ({
  page,
  partner: _,
}) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/companies/live')) calls += 1;
  });
  // News of changes elsewhere is a reason to ask, and a portal that has just started has some for everybody.
  await page.route('**/api/events/stream', (route) => route.abort());
  await page.goto('/live');
  await expect(page.getByText('No live companies found')).toBeVisible();
  await expect(
    page.getByText(
      'No Live Companies: There are currently no companies with active or closed won leads.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toBeDisabled();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await expect(page.getByText('No live companies found')).toBeVisible();
  expect(calls).toBe(1);
  const forced = page.waitForRequest('**/api/companies/live?**');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await forced;
  await expectAccessible(page);
});

test('Another failure shows an error that can be tried again', async ({
  page,
  partner,
  portal,
}) => {
  await goLive(partner, await portal.admin(), 'Second Try Ltd');
  await page.route('**/api/companies/live?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/live');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to load live companies. Please try again.',
  );
  await expectAccessible(page);
  await page.unroute('**/api/companies/live?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toContainText('Second Try Ltd');
});

test('An administrator sees partners second, filters, searches and edits commissions', async ({
  page,
  portal,
  admin,
}) => {
  const partner = await portal.newPartner({ name: `Live Of ${Date.now()}` });
  await goLive(partner, admin, 'Paying Ltd');
  await goLive(partner, admin, 'Other Ltd');
  await page.goto('/live');
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('Partner');
  await page.getByRole('combobox', { name: 'Filter by partner' }).click();
  await page.getByRole('option', { name: partner.name }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Search live companies' }).fill('paying');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Edit commissions of Paying Ltd' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit commissions' });
  const payable = dialog.getByRole('textbox', { name: 'Commission Payable', exact: true });
  await payable.fill('12,5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText(
    'Commission Payable must be an amount such as 1250 or 1250.50',
  );
  await expectAccessible(page);
  await payable.fill('1234.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page, 'Success')).toBeVisible();
  await expect(rows(page)).toContainText('1,234.50');
  const query = { partner_id: partner.id, search: 'paying' };
  const { companies } = await admin.call(routes.listLiveCompanies, { query });
  expect(companies[0]?.commission_payable_to_partner).toBe('1234.50');
});

test('The live companies are accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
  portal,
}) => {
  await goLive(partner, await portal.admin(), 'Live Ltd');
  await page.goto('/live');
  await expect(rows(page)).toContainText('Live Ltd');
  await expectAccessibleInEveryMode(page);
});
