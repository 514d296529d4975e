import type { Page } from '@playwright/test';
import { addLead } from './portal.ts';
import { expect, hold, rowsOf, test } from './test.ts';

async function typeSearch(page: Page): Promise<void> {
  await page.keyboard.type('/beta');
  await page.keyboard.press('Enter');
}

async function expectFound(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/leads\?search=beta$/);
  await expect(page.getByRole('textbox', { name: 'Search leads' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Search leads' })).toHaveValue('beta');
  await expect(rowsOf(page, 'Leads')).toHaveCount(1);
  await expect(rowsOf(page, 'Leads')).toContainText('Beta Ltd');
}

test('A search typed right after a click in the menu is made where it leads, before its rows are here', async ({
  page,
  partner,
}) => {
  await addLead(partner, { company_name: 'Alpha Ltd' });
  await addLead(partner, { company_name: 'Beta Ltd' });
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const from of ['/leads/upload', '/dashboard']) {
    await page.goto(from);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const bringRows = await hold(page, (url) => url.pathname === '/api/leads');
    await menu.getByRole('link', { name: 'Leads', exact: true }).click();
    await typeSearch(page);
    await expect(page).toHaveURL(/\/leads\?search=beta$/);
    bringRows();
    await expectFound(page);
  }
});

test('A search typed while the code of its screen is on its way is made there', async ({
  page,
  partner: _,
}) => {
  await page.goto('/leads');
  await expect(page.getByText('No leads found')).toBeVisible();
  const bringCode = await hold(page, '**/assets/CompanyScreens-*.js');
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await typeSearch(page);
  await expect(page).toHaveURL(/\/leads$/);
  bringCode();
  await expect(page).toHaveURL(/\/live\?search=beta$/);
  await expect(page.getByRole('textbox', { name: 'Search live companies' })).toBeFocused();
});

test('A search typed while the page is still loading is made once it is there', async ({
  page,
  partner,
}) => {
  await addLead(partner, { company_name: 'Beta Ltd' });
  const bringUser = await hold(page, '**/api/me');
  await page.goto('/leads');
  await typeSearch(page);
  bringUser();
  await expectFound(page);
});
