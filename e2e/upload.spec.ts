import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '#contract/routes.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInEveryMode,
  test,
  toastOf,
  wide,
} from './test.ts';
import { calls, choose, csv, header, hold, uploadButton } from './upload.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../server/spreadsheets/fixtures/${name}`, import.meta.url));
const valid = csv(`${header}Acme,Ada,Lovelace,ada@acme.example\n`);

for (const name of ['sample.csv', 'sample.xls', 'sample.xlsx']) {
  test(`The sample file ${name} is uploaded and its leads are in the list`, async ({
    page,
    partner,
  }) => {
    await page.goto('/leads/upload');
    await expect(uploadButton(page)).toBeDisabled();
    await choose(page, fixture(name));
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByText(/[\d.]+ KB/)).toBeVisible();
    await expect(page.getByText('File is ready to upload')).toBeVisible();
    await uploadButton(page).click();
    await expect(toastOf(page, 'Leads have been uploaded successfully')).toContainText('Success');
    await expect(page).toHaveURL(/\/leads$/);
    expect((await partner.call(routes.listLeads)).total).toBe(3);
  });
}

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

test('A file of another type is refused at once', async ({ page, partner: _ }) => {
  await page.goto('/leads/upload');
  await choose(page, csv('%PDF', 'leads.pdf', 'application/pdf'));
  await expect(page.getByRole('alert')).toHaveText('Please upload a valid CSV or Excel file');
  await expect(uploadButton(page)).toBeDisabled();
  await expectAccessible(page);
});

test('An empty and an oversized file are each refused with a sentence', async ({
  page,
  partner: _,
}) => {
  await page.goto('/leads/upload');
  await choose(page, csv('', 'empty.csv'));
  await expect(page.getByRole('alert')).toContainText(/empty|small/i);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'large.csv'));
    if (input) input.files = transfer.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByRole('alert')).toContainText(/25 MB/);
});

test('Metadata files of the desktop are ignored', async ({ page, partner: _ }) => {
  await page.goto('/leads/upload');
  await page.locator('input[type="file"]').evaluate((input: HTMLInputElement) => {
    input.multiple = true;
  });
  await choose(page, csv('x', '.DS_Store', 'application/octet-stream'), valid);
  await expect(page.getByText('leads.csv')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A wrong second file is told, and the one that was chosen before is uploaded', async ({
  page,
  partner,
}) => {
  await page.goto('/leads/upload');
  await choose(page, valid);
  await expect(page.getByText('File is ready to upload')).toBeVisible();
  await choose(page, csv('%PDF', 'notes.pdf', 'application/pdf'));
  await expect(page.getByRole('alert')).toHaveText('Please upload a valid CSV or Excel file');
  await expect(page.getByText('leads.csv stays chosen.')).toBeVisible();
  await uploadButton(page).click();
  await expect(page).toHaveURL(/\/leads$/);
  expect((await partner.call(routes.listLeads)).total).toBe(1);
});

test('A file with mistakes stores nothing and says which row, which column and why', async ({
  page,
  partner,
}) => {
  await page.goto('/leads/upload');
  await choose(
    page,
    csv(`${header}Acme,Ada,Lovelace,ada@acme.example\n,Bob,Builder,not-an-email\n`),
  );
  await expect(uploadButton(page)).toBeDisabled();
  await expect(uploadButton(page)).toHaveAccessibleDescription(
    'Upload is off while there are problems.',
  );
  await expect(page.getByText('File is ready to upload')).toHaveCount(0);
  const table = page.getByRole('table', { name: 'What is wrong in the file' });
  await expect(table.locator('tbody tr')).toHaveText([
    '3company_nameemptyCompany name is required',
    '3emailnot-an-emailEmail is invalid',
  ]);
  await expectAccessible(page);
  expect((await partner.call(routes.listLeads)).total).toBe(0);
});

test('Progress is told in whole percent while the file travels', async ({ page, partner: _ }) => {
  const answer = await hold(page, calls.upload);
  await page.goto('/leads/upload');
  await choose(page, valid);
  await uploadButton(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText(/^\d{1,3}%$/)).toBeVisible();
  await expect(uploadButton(page)).toBeDisabled();
  answer();
  await expect(page).toHaveURL(/\/leads$/);
});

for (const [answer, text] of [
  [{ status: 400, json: { error: 'Row 7 is odd' } }, 'Row 7 is odd'],
  [
    { status: 502, body: 'bad gateway' },
    'Failed to upload leads. Please check your file format and try again.',
  ],
] as const) {
  test(`An upload that fails says '${text}' and can be tried again`, async ({
    page,
    partner: _,
  }) => {
    await page.route(calls.upload, (route) => route.fulfill(answer));
    await page.goto('/leads/upload');
    await choose(page, valid);
    await uploadButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(text);
    await page.unroute(calls.upload);
    await uploadButton(page).click();
    await expect(page).toHaveURL(/\/leads$/);
  });
}

test('Cancel goes back to the leads', async ({ page, partner: _ }) => {
  await page.goto('/leads/upload');
  await choose(page, valid);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/leads$/);
});

test('The upload screen is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner: _,
}) => {
  await page.goto('/leads/upload');
  await expectAccessibleInEveryMode(page, [wide]);
  await choose(page, valid);
  await expect(page.getByText('File is ready to upload')).toBeVisible();
  await expectAccessibleInEveryMode(page);
});
