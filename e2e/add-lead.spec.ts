import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessible } from './accessible.ts';
import { addLead } from './portal.ts';
import { expect, hold, test, toastOf } from './test.ts';

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

/** From the first field on to the first button. */
async function typeLead(page: Page, changed: Partial<typeof lead> = {}) {
  for (const value of Object.values({ ...lead, ...changed })) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
}

test('Leads are added one after another with the keyboard alone', async ({ page, partner }) => {
  await page.goto('/leads');
  await expect(page.getByText('No leads found')).toBeVisible();
  // Whoever types fast is ahead of the screen, whose code is on its way.
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/AddLeadPage-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.type('cAccent ');
  arrive();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Lead');
  await expect(page.getByLabel('Company Name')).toHaveValue('Accent ');
  await expect(page.getByLabel('Company Name')).toBeFocused();
  await typeLead(page, { 'Company Name': 'Another Ltd', Email: 'kay@another.example' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add and create another' })).toBeFocused();
  const bringAnswer = await hold(page, '**/api/leads');
  await page.keyboard.press('Enter');
  await typeLead(page);
  bringAnswer();
  await expect(page.getByRole('button', { name: 'Add Lead' })).toBeFocused();
  await expect(page.getByLabel('Country')).toHaveValue('Germany');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/leads$/);
  const toast = toastOf(page, 'Lead has been added successfully').last();
  await expect(toast).toContainText('Success');
  const table = page.getByRole('table', { name: 'Leads' });
  await expect(table).toContainText('Keyboard Ltd');
  await expect(table).toContainText('Accent Another Ltd');
  const { leads } = await partner.call(routes.listLeads);
  expect(leads[0]).toMatchObject({
    company_name: 'Keyboard Ltd',
    title: 'CTO',
    phone_number: '+49 30 123456',
    country: 'Germany',
    status: 'new',
  });
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

test('At 768 px what was submitted before has two lines, and nothing moves for it; its focus ring stands within its own line', async ({
  page,
  partner,
}) => {
  await addLead(partner, { company_name: 'Northern Harbour Hotels', email: 'ida@harbour.example' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/leads/add');
  const below = page.getByRole('textbox', { name: 'Website' });
  const place = await below.boundingBox();
  await page.getByRole('textbox', { name: 'Email' }).fill('ida@harbour.example');
  const hint = page.getByText(/^Already submitted: Northern Harbour Hotels/);
  await expect(hint).toBeVisible();
  await expect(hint).toHaveCSS('-webkit-line-clamp', '2');
  expect(await below.boundingBox()).toEqual(place);
  await page.keyboard.press('Tab');
  const link = hint.getByRole('link');
  await expect(link).toBeFocused();
  // Beyond its line, it would be cut.
  await expect(link).toHaveCSS('outline-width', '2px');
  await expect(link).toHaveCSS('outline-offset', '-2px');
});
