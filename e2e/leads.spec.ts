import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { addLead, setStatus } from './portal.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInEveryMode,
  rowsOf,
  test,
  toastOf,
} from './test.ts';

const rows = (page: Page) => rowsOf(page, 'Leads');
const search = (page: Page) =>
  page.getByPlaceholder('Search by company or contact... (press Enter to search)');

test('A partner sees the columns of the specification and each lead’s facts', async ({
  page,
  partner,
}) => {
  await addLead(partner, { website: 'https://www.acme.example', title: 'CEO' });
  await page.goto('/leads');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads Management');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Company',
    'Contact',
    'Email',
    'Phone',
    'Status',
    'Date Added',
    'Actions',
  ]);
  const row = rows(page).first();
  await expect(row).toContainText('Acme Ltd');
  await expect(row.getByRole('link', { name: 'acme.example', exact: true })).toHaveAttribute(
    'href',
    'https://www.acme.example/',
  );
  await expect(row).toContainText('Ada Lovelace');
  await expect(row).toContainText('CEO');
  const today = new Date().toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await expect(row).toContainText(today);
});

test('Pages, sizes and the four buttons work on the server’s pages', async ({ page, partner }) => {
  for (let i = 1; i <= 12; i++) await addLead(partner, { company_name: `Company ${i}` });
  await page.goto('/leads');
  await expect(page.getByText('Page 1 of 2 (12 total results)')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2 (12 total results)')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Last' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Last' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'First' }).click();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();

  const sizes = page.getByRole('combobox', { name: 'Rows per page' });
  await expect(sizes.getByRole('option')).toHaveText(['5', '10', '20', '30', '40', '50']);
  await sizes.selectOption('5');
  await expect(page.getByText('Page 1 of 3 (12 total results)')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
});

test('Search goes out on Enter, starts at the first page and finds parts of names', async ({
  page,
  partner,
}) => {
  for (let i = 1; i <= 11; i++) await addLead(partner, { company_name: `Company ${i}` });
  await addLead(partner, { company_name: 'Zebra 100% AG', first_name: 'Zoë' });
  await page.goto('/leads?page=2');
  await search(page).fill('100%');
  await expect(page.getByText('Page 2 of 2 (12 total results)')).toBeVisible();
  await search(page).press('Enter');
  await expect(page.getByText('Page 1 of 1 (1 total results)')).toBeVisible();
  await expect(rows(page)).toContainText('Zebra 100% AG');
  await search(page).fill('ZOË');
  await search(page).press('Enter');
  await expect(page).toHaveURL(/search=ZO/);
  await expect(rows(page)).toHaveCount(1);
});

test('The address keeps the list: a link and the back button bring it back', async ({
  page,
  partner,
}) => {
  for (let i = 1; i <= 7; i++) await addLead(partner, { company_name: `Company ${i}` });
  await page.goto('/leads?search=company&size=5&status=In+Progress');
  await expect(search(page)).toHaveValue('company');
  await expect(page.getByText('Page 1 of 2 (7 total results)')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(page.getByText('Page 2 of 2 (7 total results)')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Page 1 of 2 (7 total results)')).toBeVisible();
});

test('The status filter offers All Statuses and the five groups', async ({
  page,
  partner,
  portal,
}) => {
  const won = await addLead(partner, { company_name: 'Won Ltd' });
  await addLead(partner, { company_name: 'New Ltd' });
  await setStatus(await portal.admin(), won, 'Closed Won');
  await page.goto('/leads');
  const filter = page.getByRole('combobox', { name: 'Filter by status' });
  await expect(filter.getByRole('option')).toHaveText([
    'All Statuses',
    'In Progress',
    'Live',
    'Unqualified',
    'Application Sent',
    'Application Submitted',
  ]);
  await filter.selectOption('Live');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Won Ltd');
});

test('Deleting asks first, names the lead, and reloads the first page of 10 without filters', async ({
  page,
  partner,
}) => {
  await addLead(partner, { company_name: 'Stays Ltd' });
  await addLead(partner, { company_name: 'Goes Ltd', email: 'goes@goes.example' });
  await page.goto('/leads?search=goes&size=20');
  await page.getByRole('button', { name: 'Delete lead Goes Ltd' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Lead' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete this lead? This action cannot be undone.',
  );
  for (const fact of ['Goes Ltd', 'Ada Lovelace', 'goes@goes.example']) {
    await expect(dialog).toContainText(fact);
  }
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete lead Goes Ltd' })).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Lead deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByText('Page 1 of 1 (1 total results)')).toBeVisible();
  await expect(rows(page)).toContainText('Stays Ltd');
});

test('An administrator sees partners second, filters by them, and reads Unknown Partner', async ({
  page,
  portal,
  admin,
}) => {
  const one = await portal.newPartner({ name: 'Filter One' });
  const gone = await portal.newPartner({ name: 'Filter Gone' });
  await addLead(one, { company_name: 'Of One Ltd' });
  await addLead(gone, { company_name: 'Of Gone Ltd' });
  await admin.call(routes.deletePartner, { params: { id: gone.id } });

  await page.goto('/leads?search=Of+');
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('Partner');
  await expect(rows(page).filter({ hasText: 'Of One Ltd' })).toContainText('Filter One');
  await expect(rows(page).filter({ hasText: 'Of Gone Ltd' })).toContainText('Unknown Partner');
  await expect(page.getByRole('combobox', { name: 'Filter by partner' })).toHaveValue(
    'All Partners',
  );
  await page.getByRole('combobox', { name: 'Filter by partner' }).click();
  await page.getByRole('option', { name: 'Filter One', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/leads?partner=${gone.id}`);
  await expect(page.getByRole('combobox', { name: 'Filter by partner' })).toHaveValue(
    'Unknown Partner',
  );
  await expect(rows(page)).toContainText('Of Gone Ltd');
});

test('An administrator changes a status from its badge without a reload', async ({
  page,
  portal,
  admin,
}) => {
  const partner = await portal.newPartner();
  await addLead(partner, { company_name: 'Changing Ltd' });
  await page.goto(`/leads?partner=${partner.id}`);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.getByRole('button', { name: /change status of Changing Ltd/ }).click();
  await page.getByRole('option', { name: 'Connected' }).click();
  await expect(toastOf(page, 'Success')).toContainText('Changing Ltd: Connected');
  await expect(rows(page).getByText('Connected', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  const { leads } = await admin.call(routes.listLeads, { query: { partner_id: partner.id } });
  expect(leads[0]?.status).toBe('connected');
});

test('The leads list is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
  portal,
}) => {
  const admin = await portal.admin();
  const statuses = ['new', 'contacted', 'connected', 'open', 'live', 'closed lost', 'anything'];
  for (const status of statuses) await setStatus(admin, await addLead(partner), status);
  await page.goto('/leads');
  await expect(rows(page)).toHaveCount(7);
  await expectAccessibleInEveryMode(page);
});
