import { routes } from '#contract/routes.ts';
import { expect, expectAccessible, expectAccessibleInEveryMode, test, toastOf } from './test.ts';

const lead = {
  'Company Name': 'Keyboard Ltd',
  'First Name': 'Kay',
  'Last Name': 'Board',
  Title: 'CTO',
  Email: 'kay@keyboard.example',
  'Phone Number': '+49 30 123456',
  Website: 'keyboard.example',
  Country: 'Germany',
};

test('A lead is added with the keyboard alone', async ({ page, partner }) => {
  await page.goto('/leads/add');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Lead');
  await page.getByLabel('Company Name').focus();
  for (const value of Object.values(lead)) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'Add Lead' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leads$/);
  const toast = toastOf(page, 'Lead has been added successfully');
  await expect(toast).toContainText('Success');
  await expect(page.getByRole('table', { name: 'Leads' })).toContainText('Keyboard Ltd');
  const { leads } = await partner.call(routes.listLeads);
  expect(leads[0]).toMatchObject({
    company_name: 'Keyboard Ltd',
    title: 'CTO',
    phone_number: '+49 30 123456',
    country: 'Germany',
    status: 'new',
  });
});

test('Submitting an empty form shows each message and sends nothing', async ({ page, partner }) => {
  await page.goto('/leads/add');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  for (const message of [
    'Company name is required',
    'First name is required',
    'Last name is required',
    'Email is required',
    'Phone number is required',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Company Name')).toBeFocused();
  await expectAccessible(page);
  expect((await partner.call(routes.listLeads)).total).toBe(0);
});

test('Unsaved input is not lost without a question', async ({ page, partner: _ }) => {
  await page.goto('/leads/add');
  await page.getByLabel('Company Name').fill('Half done');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByLabel('Company Name')).toHaveValue('Half done');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/leads$/);
});

test('The form is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner: _,
}) => {
  await page.goto('/leads/add');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  await expect(page.getByText('Company name is required')).toBeVisible();
  await expectAccessibleInEveryMode(page);
});
