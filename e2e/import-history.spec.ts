import { expectAccessible } from './accessible.ts';
import { addLead } from './portal.ts';
import { expect, rowsOf, test, toastOf } from './test.ts';
import { ada, bo, button, emailsOf, header, uploadFor } from './upload.ts';

test('A partner sees earlier uploads and undoes one as a whole', async ({
  page,
  partner,
  portal,
}) => {
  await page.goto('/leads/upload');
  await expect(button(page, 'Browse files')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Earlier uploads' })).toHaveCount(0);
  await uploadFor(portal, partner, header + ada + bo, 'autumn.csv');
  await page.reload();
  await expect(rowsOf(page, 'Earlier uploads')).toHaveText([/^autumn\.csv.*200Undo$/]);
  await expect(page.getByRole('columnheader', { name: 'Uploaded by' })).toHaveCount(0);

  await addLead(partner, { company_name: 'By hand Ltd' });
  await page.getByRole('link', { name: 'View leads of autumn.csv' }).click();
  await expect(page.getByText(/^From autumn\.csv, .* [AP]M$/)).toBeVisible();
  await expect(rowsOf(page, 'Leads')).toHaveText([/Beta/, /Acme/]);
  await button(page, 'Show leads of every upload').click();
  await expect(rowsOf(page, 'Leads')).toHaveCount(3);
  await page.goBack();
  await expect(rowsOf(page, 'Leads')).toHaveCount(2);
  await page.goto('/leads/upload');

  await button(page, 'Undo the upload of autumn.csv').click();
  const dialog = page.getByRole('dialog', { name: 'Undo upload' });
  await expect(dialog).toContainText(
    /The 2 leads of autumn\.csv, uploaded on .* [AP]M, will be deleted\. This action cannot be undone\./,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Undo the upload of autumn.csv')).toBeFocused();
  expect(await emailsOf(partner)).toHaveLength(3);

  await button(page, 'Undo the upload of autumn.csv').click();
  await dialog.getByRole('button', { name: 'Undo upload' }).click();
  await expect(toastOf(page, 'The upload has been undone')).toContainText('Success');
  await expect(dialog).toBeHidden();
  await expect(rowsOf(page, 'Earlier uploads')).toHaveText([/^autumn\.csv.*Undone [^.]+$/]);
  expect(await emailsOf(partner)).toHaveLength(1);
});
