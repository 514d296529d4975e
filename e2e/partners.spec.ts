import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInEveryMode,
  rowsOf,
  test,
  toastOf,
} from './test.ts';

const rows = (page: Page) => rowsOf(page, 'Partners');

test('The list filters by name, email or company as one types, in any case', async ({
  page,
  portal,
  admin: _,
}) => {
  const mark = `Q${Date.now()}`;
  const nora = await portal.newPartner({ name: `Nora ${mark}`, company: 'Northwind' });
  await portal.newPartner({ name: `Tomas ${mark}`, company: 'Puente' });
  await page.goto('/partners');
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Company', 'Actions']);
  const search = page.getByPlaceholder('Search partners...');
  await search.fill(mark.toLowerCase());
  await expect(rows(page)).toHaveCount(2);
  await search.fill(nora.email.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await search.fill('NORTHWIND');
  await expect(rows(page).first()).toContainText('Northwind');
  await search.fill('nobody is called this');
  await expect(page.getByText('No partners found')).toBeVisible();
});

test('A partner is deleted through the menu after a question that names them', async ({
  page,
  portal,
  admin,
}) => {
  const name = `Deleted ${Date.now()}`;
  await portal.newPartner({ name });
  await page.goto('/partners');
  await page.getByPlaceholder('Search partners...').fill(name);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Partner', 'Delete Partner']);
  await page.getByRole('menuitem', { name: 'Delete Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Partner' });
  await expect(dialog).toContainText(
    `Are you sure you want to delete ${name}? This action cannot be undone.`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Partner deleted successfully')).toBeVisible();
  await expect(page.getByText('No partners found')).toBeVisible();
  const { partners } = await admin.call(routes.listPartners);
  expect(partners.map((partner) => partner.name)).not.toContain(name);
});

test('An added partner is told of, is in the list and can sign in', async ({
  page,
  portal,
  admin: _,
}) => {
  const email = `new-${Date.now()}@partner.example`;
  await page.goto('/partners/add');
  await page.getByLabel('Name').fill('New Partner');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Company').fill('New Ltd');
  await page.getByLabel(/^Password/).fill('Harvest-1234');
  await page.getByRole('main').getByRole('button', { name: 'Add Partner' }).click();
  await expect(toastOf(page, 'Partner has been added successfully')).toContainText('Success');
  await expect(page).toHaveURL(/\/partners$/);
  expect((await portal.logIn(email, 'Harvest-1234')).name).toBe('New Partner');
});

test('Name and company are edited, and the title says whose they are', async ({
  page,
  portal,
  admin,
}) => {
  const { id, name } = await portal.newPartner({ name: `Before ${Date.now()}` });
  await page.goto(`/partners/edit/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Company').fill('');
  await page.getByRole('button', { name: 'Update Partner' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Company is required')).toBeVisible();
  await page.getByLabel('Name').fill('After');
  await page.getByLabel('Company').fill('After Ltd');
  await page.getByRole('button', { name: 'Update Partner' }).click();
  await expect(toastOf(page, 'Partner has been updated successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/partners$/);
  const { partner } = await admin.call(routes.getPartner, { params: { id } });
  expect(partner).toMatchObject({ name: 'After', company: 'After Ltd' });
});

test('A password is reset, the fields clear, and only the new one signs in', async ({
  page,
  portal,
  admin: _,
}) => {
  const partner = await portal.newPartner();
  await page.goto(`/partners/edit/${partner.id}`);
  const [password, confirm] = [
    page.getByLabel(/^New Password/),
    page.getByLabel(/^Confirm New Password/),
  ];
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await reset.click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('Please confirm the password')).toBeVisible();
  await password.fill('Changed-1234');
  await confirm.fill('Different-1234');
  await reset.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expectAccessible(page);
  await confirm.fill('Changed-1234');
  await reset.click();
  await expect(toastOf(page, 'Partner password has been reset successfully')).toBeVisible();
  await expect(password).toHaveValue('');
  await expect(confirm).toHaveValue('');
  await expect(portal.logIn(partner.email, partner.password)).rejects.toThrow('Invalid email');
  await portal.logIn(partner.email, 'Changed-1234');
});

test('The partner screens are accessible in light and dark mode, wide and narrow', async ({
  page,
  portal,
  admin: _,
}) => {
  const { id } = await portal.newPartner();
  for (const path of ['/partners', '/partners/add', `/partners/edit/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Loading...');
    if (path === '/partners/add') {
      await page.getByRole('main').getByRole('button', { name: 'Add Partner' }).click();
      await expect(page.getByText('Company is required')).toBeVisible();
    }
    await expectAccessibleInEveryMode(page);
  }
});
