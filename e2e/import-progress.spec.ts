import { expect, hold, test } from './test.ts';
import { ada, button, calls, csv, emailsOf, header, openWith, uploadButton } from './upload.ts';

test('How far a file has travelled and the work of the server are told in percent, and Cancel ends it', async ({
  page,
  partner,
}) => {
  const goOn = await hold(page, calls.upload);
  const work = { step: 'checking', percent: 70 };
  let answer = () => {};
  const arrived = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(calls.progress, async (route) => {
    await arrived;
    await route.fulfill({ json: work });
  });
  await openWith(page, csv(header + ada));
  await expect(page.getByText('No problems found')).toBeVisible();
  await uploadButton(page).click();
  const bar = page.getByRole('progressbar');
  await test.step('Progress is told in whole percent while the file travels', async () => {
    await expect(bar).toBeVisible();
    await expect(page.getByText(/^\d{1,3}%$/)).toBeVisible();
    await expect(uploadButton(page)).toBeDisabled();
  });
  answer();
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
