import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { type Account, addLead, setStatus } from './portal.ts';
import { expect, rowsOf, signInAs, test, wide } from './test.ts';

const rows = (page: Page) => rowsOf(page, 'Live companies');

async function goLive(partner: Account, admin: Account, company_name: string) {
  await setStatus(admin, await addLead(partner, { company_name }), 'live');
}

test('The live companies, that there are none, that they failed to load and a wrong commission are accessible', async ({
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
  const admin = await portal.admin();
  await goLive(partner, admin, 'Live Ltd');
  await page.goto('/live');
  await expect(rows(page)).toContainText('Live Ltd');
  await expectAccessibleInEveryMode(page);

  await signInAs(page, admin);
  await page.goto(`/live?partner=${partner.id}`);
  // Whose it is stands on the card of a phone too, without a tap.
  await expect(rows(page).getByRole('link', { name: partner.name })).toBeVisible();
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Edit commissions of Live Ltd' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit commissions' });
  await dialog.getByRole('textbox', { name: 'Commission Payable', exact: true }).fill('12,5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('must be an amount such as 1250 or 1250.50');
  await expectAccessible(page);
});
