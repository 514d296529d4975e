import { expect, test } from './test.ts';
import {
  ada,
  button,
  calls,
  choose,
  csv,
  emailsOf,
  german,
  header,
  hold,
  mixed,
  openWith,
  problems,
  uploadButton,
} from './upload.ts';

test('The work of the server is told in percent, and Cancel ends it', async ({ page, partner }) => {
  const goOn = await hold(page, calls.upload);
  const work = { step: 'checking', percent: 70 };
  await page.route(calls.progress, (route) => route.fulfill({ json: work }));
  await openWith(page, csv(header + ada));
  await expect(page.getByText('No problems found')).toBeVisible();
  await uploadButton(page).click();
  const bar = page.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuetext', 'Checking the file… 70%');
  await expect(page.getByText('70%', { exact: true })).toBeVisible();
  Object.assign(work, { step: 'storing', percent: 30 });
  await expect(bar).toHaveAttribute('aria-valuetext', 'Storing the leads… 30%');
  await expect(page.getByText('Storing the leads…')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(page.getByText('File is ready to upload')).toBeVisible();
  await expect(uploadButton(page)).toBeFocused();
  goOn();
  expect(await emailsOf(partner)).toEqual([]);
  await uploadButton(page).click();
  await expect(page).toHaveURL(/\/leads$/);
});

test('Upload pressed while the file is checked says how far, and goes on by itself', async ({
  page,
  partner,
}) => {
  const goOn = await hold(page, calls.check);
  await page.route(calls.progress, (route) =>
    route.fulfill({ json: { step: 'checking', percent: 43 } }),
  );
  await openWith(page, csv(header + ada));
  await expect(page.getByText('Checking the file… 43%')).toBeVisible();
  await expect(page.getByText('File is ready to upload')).toHaveCount(0);
  await uploadButton(page).click();
  const bar = page.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuetext', 'Checking the file… 43%');
  await expect(uploadButton(page)).toBeDisabled();
  expect(await emailsOf(partner)).toEqual([]);
  goOn();
  await expect(page).toHaveURL(/\/leads$/);
  expect(await emailsOf(partner)).toEqual(['ada@acme.example']);
});

test('What is stored does not depend on when Upload is pressed', async ({ page, partner }) => {
  const goOn = await hold(page, calls.check);
  await openWith(page, csv(header + ada + ada));
  // At once, by keyboard, as whoever has chosen a file would.
  await expect(uploadButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar')).toBeVisible();
  goOn();
  await expect(page.getByRole('alert')).toContainText('No leads were stored yet. 1 row repeats');
  await expect(page.getByLabel('Skip them')).toBeFocused();
  expect(await emailsOf(partner)).toEqual([]);
  await uploadButton(page).click();
  await expect(page).toHaveURL(/\/leads$/);
  expect(await emailsOf(partner)).toEqual(['ada@acme.example']);
});

test('Whoever is quicker than the check is led to the columns that it asks for', async ({
  page,
  partner: _,
}) => {
  const goOn = await hold(page, calls.check);
  await openWith(page, german);
  await uploadButton(page).click();
  goOn();
  await expect(page.getByRole('alert')).toHaveText(
    'No leads were stored yet. First choose which column is which.',
  );
  await expect(page.getByLabel('Wer')).toBeFocused();
  await expect(problems(page)).toHaveCount(0);
});

test('Another file ends the check of the first', async ({ page, partner: _ }) => {
  await hold(page, calls.check);
  await openWith(page, mixed);
  await expect(page.getByText('Checking the file…')).toBeVisible();
  await page.unroute(calls.check);
  await choose(page, csv(header + ada, 'next.csv'));
  await expect(page.getByText('1 row · 4 columns')).toBeVisible();
  await button(page, 'Remove next.csv').click();
  await expect(page.getByText('1 row · 4 columns')).toHaveCount(0);
});

test('A check that fails is noted in a whisper, and Upload tries it again', async ({
  page,
  partner: _,
}) => {
  await page.route(calls.check, (route) => route.fulfill({ status: 500, json: {} }));
  await openWith(page, csv(header + ada));
  await expect(page.getByText('The file could not be checked in advance.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(calls.check);
  await uploadButton(page).click();
  await expect(page).toHaveURL(/\/leads$/);
});

test('A check that comes too early is tried again', async ({ page, partner: _ }) => {
  await page.route(
    calls.check,
    (route) => route.fulfill({ status: 429, json: { error: 'Another upload of yours' } }),
    { times: 1 },
  );
  await openWith(page, csv(header + ada));
  await expect(page.getByText('No problems found')).toBeVisible();
});

test('A file that cannot be read at all is told before anything is uploaded', async ({
  page,
  partner: _,
}) => {
  await openWith(page, csv(header));
  await expect(page.getByRole('alert')).toHaveText(
    'The file has no leads: add at least one row below the header row',
  );
  await expect(uploadButton(page)).toBeFocused();
  await expect(uploadButton(page)).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not uploaded')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
});
