import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '#contract/routes.ts';
import { expect, expectEllipsis, rowsOf, test, toastOf } from './test.ts';
import { ada, choose, csv, header, openWith, uploadButton } from './upload.ts';

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

const earlier = {
  id: '4',
  user_id: '1',
  user_name: 'Administrator',
  partner_id: '2',
  for_partner: 'Pat Partner',
  file_name: 'autumn.csv',
  created_at: '2026-11-19T12:05:00Z',
  stored: 1,
  skipped: 0,
  failed: 0,
  undone_at: null,
  can_undo: true,
};
const undone = { ...earlier, id: '5', can_undo: false, undone_at: '2026-11-19T12:15:00Z' };

for (const width of [390, 768]) {
  test(`As cards of ${width} px, earlier uploads keep each time on one line and do not cut who uploaded them`, async ({
    page,
    partner: _,
  }) => {
    await page.route('**/api/imports*', (route) =>
      route.fulfill({ json: { imports: [undone, earlier], total: 2 } }),
    );
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/leads/upload');
    const cards = rowsOf(page, 'Earlier uploads');
    const moment = cards.first().getByText('Nov 19, 2026, 12:15 PM', { exact: true });
    await expect(moment).toHaveCSS('white-space', 'nowrap');
    await expect(cards.first().getByText('Uploaded by Administrator')).toHaveCSS(
      'white-space',
      'normal',
    );
    const card = cards.nth(1);
    const undo = await card.getByRole('button', { name: /^Undo/ }).boundingBox();
    expect((undo?.y ?? 0) - ((await card.boundingBox())?.y ?? 0)).toBeGreaterThan(4);
    await card.getByRole('button', { name: 'Details of autumn.csv' }).click();
    await expect(card.locator('time')).toHaveCSS('white-space', 'nowrap');
  });
}

test('However long the name of the chosen file, the buttons stay where they are when another is refused', async ({
  page,
  partner: _,
}) => {
  await openWith(page, csv(header + ada, `${'quarterly-leads-'.repeat(12)}.csv`));
  await expect(page.getByText('File is ready to upload')).toBeVisible();
  const places = async () => {
    const all = [];
    for (const width of [390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      all.push(await uploadButton(page).boundingBox());
    }
    return all;
  };
  const before = await places();
  await choose(page, csv('', 'empty.csv'));
  await expect(page.getByRole('alert')).toContainText('The file is empty.');
  expect(await places()).toEqual(before);
  // In one line, beside the buttons.
  const kept = page.getByText(/^Still chosen: quarterly-leads/);
  await expectEllipsis(kept);
  expect((await kept.boundingBox())?.y).toBeLessThan((before.at(-1)?.y ?? 0) + 36);
});

test('Where fingers point, nothing is said of dragging a file', async ({ page, partner: _ }) => {
  await page.goto('/leads/upload');
  const invitation = page.getByText('Drag and drop your file here, or');
  await expect(invitation).toBeVisible();
  const devices = await page.context().newCDPSession(page);
  await devices.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await expect(invitation).toBeHidden();
  await expect(page.getByRole('button', { name: 'Browse files' })).toBeVisible();
});
