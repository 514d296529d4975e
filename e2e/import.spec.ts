import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { expect, phone, test, wide } from './test.ts';
import {
  ada,
  bo,
  button,
  choose,
  csv,
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
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
async function textOfDownload(page: Page, click: () => Promise<void>) {
  const arriving = page.waitForEvent('download');
  await click();
  const download = await arriving;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trim().split(/\r?\n/) };
}

test('What is found in a file is accessible in light and dark mode, wide and narrow, and Upload is one Tab away', async ({
  page,
  partner,
  portal,
}) => {
  await uploadFor(portal, partner, header + bo, 'a-very-long-name-of-a-file-'.repeat(4));
  await openWith(page, csv(header + ada + wrong + bo + ada));
  await expect(problems(page)).toHaveCount(2);
  await expect(repeats(page)).toHaveCount(2);
  await expect(button(page, 'Import the 1 valid row')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(uploadButton(page)).toBeFocused();
  await expectAccessibleInEveryMode(page);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: /^Undo the upload of/ }).click();
  await expect(page.getByRole('dialog', { name: 'Undo upload' })).toBeVisible();
  await expectAccessible(page);
});

test('Columns are chosen by keyboard, and the rows that stay behind taken home; both are accessible on a phone', async ({
  page,
  partner: _,
}) => {
  await openWith(page, german);
  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible();
  await expectAccessibleInEveryMode(page, [phone]);
  await expect(button(page, 'Choose columns')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Wer')).toBeFocused();
  await page.keyboard.type('Full name');
  await expect(page.getByLabel('Wer')).toHaveValue('full_name');
  await tabTo(page, button(page, 'Use these columns').last());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Columns are read as you chose.')).toBeVisible();
  await expect(uploadButton(page)).toBeFocused();

  await choose(page, mixed);
  await page.getByRole('button', { name: /^Import the/ }).click();
  await page.getByRole('button', { name: /^Import \d+ row/ }).click();
  await expect(page.getByText(/stays behind/)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAccessibleInEveryMode(page, [phone]);
  const { name, lines } = await textOfDownload(page, () =>
    button(page, 'Download the 1 row').click(),
  );
  expect(name).toBe('mixed - errors.csv');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('not-an-email');
});
