import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { addLead } from './portal.ts';
import { expect, phone, rowsOf, test, toastOf, wide } from './test.ts';
import {
  ada,
  bo,
  button,
  calls,
  choose,
  csv,
  emailsOf,
  german,
  header,
  mixed,
  openWith,
  problems,
  uploadButton,
  uploadFor,
  wrong,
} from './upload.ts';

const repeats = (page: Page) =>
  page.getByRole('table', { name: 'Rows that repeat' }).locator('tbody tr');
const firstRows = (page: Page) =>
  page.getByRole('table', { name: 'First rows as they will be read' });
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
/** From the leads, where an upload ends. */
async function chooseAnother(page: Page, file: ReturnType<typeof csv>) {
  await page.getByRole('main').getByRole('link', { name: 'Upload Leads' }).click();
  await choose(page, file);
}
async function textOfDownload(page: Page, click: () => Promise<void>) {
  const arriving = page.waitForEvent('download');
  await click();
  const download = await arriving;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trim().split(/\r?\n/) };
}

test('A file that is right shows what it holds and is uploaded as ever', async ({
  page,
  partner,
}) => {
  await openWith(page, csv(header + ada + bo));
  await expect(page.getByText('2 rows · 4 columns · UTF-8 · comma-separated')).toBeVisible();
  await expect(page.getByText('Columns are read by their names.')).toBeVisible();
  await expect(page.getByText('No problems found')).toBeVisible();
  await expect(uploadButton(page)).toBeFocused();
  await expect(firstRows(page)).toBeHidden();
  await page.getByText('First rows as they will be read').click();
  await expect(firstRows(page).locator('tbody tr')).toHaveText([
    '2AcmeAdaLovelaceada@acme.example',
    '3BetaBoLibo@beta.example',
  ]);
  const sent = page.waitForRequest(calls.upload);
  await uploadButton(page).click();
  expect([...new URL((await sent).url()).searchParams.keys()]).toEqual(['upload_id']);
  await expect(toastOf(page, 'Leads have been uploaded successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/leads$/);
  expect(await emailsOf(partner)).toEqual(['ada@acme.example', 'bo@beta.example']);
});

test('A column that nobody understands is chosen by keyboard, and the answer is remembered', async ({
  page,
  partner,
}) => {
  await openWith(page, german);
  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible();
  await expect(uploadButton(page)).toBeDisabled();
  await expect(button(page, 'Choose columns')).toBeFocused();
  const name = page.getByLabel('Wer');
  await expect(page.getByLabel('Firma')).toHaveValue('company_name');
  // What its values look like is proposed, and is seen before anything is stored.
  await expect(page.getByLabel('Elektropost')).toHaveValue('email');
  await expect(page.getByLabel('Elektropost')).toHaveAccessibleDescription(
    /^Looks like Email: j\.mueller@mueller\.example/,
  );
  await expect(page.getByText('Still needed: First name, Last name.')).toBeVisible();
  await expect(button(page, 'Use these columns')).toBeDisabled();

  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.type('Full name');
  await expect(name).toHaveValue('full_name');
  await expect(page.getByText('Every required field has a column.')).toBeVisible();
  await tabTo(page, button(page, 'Use these columns').last());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Columns are read as you chose.')).toBeVisible();
  await expect(uploadButton(page)).toBeFocused();
  await page.getByText('First rows as they will be read').click();
  await expect(firstRows(page).locator('tbody tr').last()).toHaveText(
    '3Vogel AGAnnavon Vogela.vogel@vogel.example',
  );
  await uploadButton(page).click();
  await expect(page).toHaveURL(/\/leads$/);
  expect(await emailsOf(partner)).toEqual(['a.vogel@vogel.example', 'j.mueller@mueller.example']);

  await chooseAnother(page, german);
  await expect(page.getByText('Columns are read as last time.')).toBeVisible();
});

test('Columns that are understood can be changed, and a field is never read twice', async ({
  page,
  partner: _,
}) => {
  await openWith(page, csv(header + ada));
  await button(page, 'Change columns').click();
  await expect(page.getByLabel('company_name', { exact: true })).toBeFocused();
  await page.getByLabel('first_name', { exact: true }).selectOption('Company name');
  await expect(page.getByLabel('company_name', { exact: true })).toHaveValue('');
  await expect(page.getByText('Still needed: First name.')).toBeVisible();
  await button(page, 'Keep as it is').click();
  await expect(button(page, 'Change columns')).toBeFocused();
  await expect(page.getByText('Columns are read by their names.')).toBeVisible();

  await button(page, 'Change columns').click();
  await page.getByLabel('last_name', { exact: true }).selectOption('Full name (is split)');
  await expect(page.getByLabel('first_name', { exact: true })).toHaveValue('');
  await button(page, 'Use these columns').click();
  await expect(problems(page)).toHaveText(['2last_nameemptyLast name is required']);
});

test('Every problem is listed with its row, column and value before anything is uploaded', async ({
  page,
  partner,
}) => {
  await openWith(page, mixed);
  await expect(
    page.getByText('2 problems in 1 of 3 rows: this row cannot be stored as it is.'),
  ).toBeVisible();
  await expect(problems(page)).toHaveText([
    '3company_nameemptyCompany name is required',
    '3emailnot-an-emailEmail is invalid',
  ]);
  await expect(firstRows(page)).toBeVisible();
  await expect(page.getByText('2 problems found')).toBeVisible();
  await expect(button(page, 'Import the 2 valid rows')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(uploadButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('No leads were stored');
  await expect(page.getByRole('heading', { name: 'Problems' })).toBeFocused();
  await expect(page.getByRole('table', { name: 'What is wrong in the file' })).toHaveCount(1);
  expect(await emailsOf(partner)).toEqual([]);
});

test('Only the valid rows are imported once that is chosen, and the rest can be taken home', async ({
  page,
  partner,
}) => {
  await openWith(page, mixed);
  await button(page, 'Import the 2 valid rows').click();
  const dialog = page.getByRole('dialog', { name: 'Import the valid rows only?' });
  await expect(dialog).toContainText(
    '2 leads will be stored. 1 row stays behind; you can download them afterwards.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Import the 2 valid rows')).toBeFocused();
  expect(await emailsOf(partner)).toEqual([]);

  await button(page, 'Import the 2 valid rows').click();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  const notice = page.getByRole('status').filter({ hasText: '2 leads were stored.' });
  await expect(notice).toContainText('2 leads were stored. 1 row stays behind.');
  await expect(notice).toBeFocused();
  await expect(page).toHaveURL(/\/leads\/upload$/);
  await expect(uploadButton(page)).toBeDisabled();
  const { name, lines } = await textOfDownload(page, () =>
    button(page, 'Download the 1 row').click(),
  );
  expect(name).toBe('mixed - errors.csv');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('not-an-email');
  expect(await emailsOf(partner)).toEqual(['ada@acme.example', 'bo@beta.example']);
  await expect(rowsOf(page, 'Earlier uploads')).toHaveText([/^mixed\.csv.*201Undo$/]);
  await page.getByRole('link', { name: 'Go to the leads' }).click();
  await expect(page).toHaveURL(/\/leads$/);
});

test('Rows that repeat are marked and skipped, unless they are wanted', async ({
  page,
  partner,
}) => {
  await addLead(partner, { email: 'ada@acme.example', company_name: 'Acme' });
  const twice = csv(header + ada + bo + bo.replace('bo@', 'bo.li@'));
  await openWith(page, twice);
  await expect(
    page.getByText('2 rows repeat: the same as other rows of the file or leads you already have.'),
  ).toBeVisible();
  await expect(repeats(page)).toHaveText([
    '2a lead you already haveemailada@acme.example',
    '4row 3 of the filecompany and contactBeta, Bo Li',
  ]);
  await expect(page.getByLabel('Skip them')).toBeChecked();
  await uploadButton(page).click();
  await expect(toastOf(page, 'Leads have been uploaded successfully')).toBeVisible();
  await expect(toastOf(page, '2 duplicates were skipped')).toBeVisible();
  await expect(page).toHaveURL(/\/leads$/);
  expect(await emailsOf(partner)).toEqual(['ada@acme.example', 'bo@beta.example']);

  await chooseAnother(page, twice);
  await expect(page.getByText('nothing is left to upload')).toBeVisible();
  await expect(uploadButton(page)).toBeDisabled();
  await page.getByLabel('Skip them').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Import them too')).toBeChecked();
  await expect(page.getByText('nothing is left to upload')).toBeHidden();
  await uploadButton(page).click();
  await expect(page).toHaveURL(/\/leads$/);
  expect(await emailsOf(partner)).toHaveLength(5);
});

test('What is found in a file is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
  portal,
}) => {
  await uploadFor(portal, partner, header + bo, 'a-very-long-name-of-a-file-'.repeat(4));
  await openWith(page, csv(header + ada + wrong + bo + ada));
  await expect(problems(page)).toHaveCount(2);
  await expect(repeats(page)).toHaveCount(2);
  await expectAccessibleInEveryMode(page);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: /^Undo the upload of/ }).click();
  await expect(page.getByRole('dialog', { name: 'Undo upload' })).toBeVisible();
  await expectAccessible(page);
});

test('The columns to choose and the rows that stay behind are accessible on a phone', async ({
  page,
  partner: _,
}) => {
  await openWith(page, german);
  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible();
  await expectAccessibleInEveryMode(page, [phone]);
  await choose(page, mixed);
  await page.getByRole('button', { name: /^Import the/ }).click();
  await page.getByRole('button', { name: /^Import \d+ row/ }).click();
  await expect(page.getByText(/stays behind/)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAccessibleInEveryMode(page, [phone]);
});
