import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '#contract/routes.ts';
import { expect, test, toastOf } from './test.ts';
import { choose, csv, uploadButton } from './upload.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../server/spreadsheets/fixtures/${name}`, import.meta.url));

test('The sample files are uploaded one after the other and their leads are in the list', async ({
  page,
  partner,
}) => {
  await page.goto('/leads/upload');
  let total = 0;
  for (const name of ['sample.csv', 'sample.xls', 'sample.xlsx']) {
    await expect(uploadButton(page)).toBeDisabled();
    await choose(page, fixture(name));
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByText(/[\d.]+ KB/)).toBeVisible();
    // They hold the same leads.
    if (total > 0) await page.getByLabel('Import them too').check();
    else await expect(page.getByText('File is ready to upload')).toBeVisible();
    await uploadButton(page).click();
    await expect(toastOf(page, 'Leads have been uploaded successfully').last()).toContainText(
      'Success',
    );
    await expect(page).toHaveURL(/\/leads$/);
    total += 3;
    expect((await partner.call(routes.listLeads)).total).toBe(total);
    await page.getByRole('main').getByRole('link', { name: 'Upload Leads' }).click();
  }
});

test('The template on the page itself uploads without error', async ({ page, partner }) => {
  await page.goto('/leads/upload');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /sample CSV template/i }).click();
  const path = await (await download).path();
  expect(await readFile(path, 'utf8')).toMatch(/^\uFEFF?company_name,first_name,last_name,email/);
  await choose(page, csv(await readFile(path, 'utf8'), 'template.csv'));
  await uploadButton(page).click();
  await expect(page).toHaveURL(/\/leads$/);
  expect((await partner.call(routes.listLeads)).total).toBeGreaterThan(0);
});
