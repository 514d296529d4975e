import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { type Account, addLead, setStatus } from './portal.ts';
import { expect, phone, rowsOf, test, toastOf } from './test.ts';

const rows = (page: Page) => rowsOf(page, 'Live companies');

async function goLive(partner: Account, admin: Account, company_name: string, website = '') {
  await setStatus(admin, await addLead(partner, { company_name, website }), 'live');
}

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
  // Whose it is stands on the card of a phone too, without a tap.
  await page.setViewportSize(phone);
  await expect(rows(page).getByRole('link', { name: partner.name })).toBeVisible();
  const query = { partner_id: partner.id, search: 'paying' };
  const { companies } = await admin.call(routes.listLiveCompanies, { query });
  expect(companies[0]?.commission_payable_to_partner).toBe('1234.50');
});

test('The live companies, that there are none and that they failed to load are accessible', async ({
  page,
  partner,
  portal,
}) => {
  await page.goto('/live');
  await expect(page.getByText('No live companies found')).toBeVisible();
  await expectAccessible(page);
  const list = '**/api/companies/live?**';
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(list);
  await goLive(partner, await portal.admin(), 'Live Ltd');
  await page.goto('/live');
  await expect(rows(page)).toContainText('Live Ltd');
  await expectAccessibleInEveryMode(page);
});
