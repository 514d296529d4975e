import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessibleInEveryMode } from './accessible.ts';
import { type Account, addLead, setStatus } from './portal.ts';
import { changeColourMode, expect, rowsOf, test, toastOf } from './test.ts';

async function payingCompany(partner: Account, admin: Account, name: string, website = '') {
  await setStatus(admin, await addLead(partner, { company_name: name, website }), 'live');
  const { companies } = await partner.call(routes.listLiveCompanies, { query: { search: name } });
  return companies[0]?.id ?? '';
}

test('An administrator walks from company to company by keyboard, explains a commission and is back on its row', async ({
  page,
  portal,
  admin,
}) => {
  const partner = await portal.newPartner({ name: `Earner ${Date.now()}` });
  const [first, second] = [
    await payingCompany(partner, admin, 'Paying One'),
    await payingCompany(partner, admin, 'Paying Two'),
  ];
  await page.goto(`/live?partner=${partner.id}`);
  await page.getByRole('link', { name: 'Paying Two' }).click();
  await expect(page).toHaveURL(new RegExp(`/companies/${second}`));
  await expect(page.getByRole('region', { name: 'Company: Paying Two' })).toBeFocused();
  await expect(rowsOf(page, 'Live companies')).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`/companies/${first}`));
  const panel = page.getByRole('region', { name: 'Company: Paying One' });
  await panel.getByRole('button', { name: 'Edit commissions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit commissions' });
  await dialog.getByLabel('Commission Payable rate, per cent').fill('12');
  await dialog.getByLabel('Commission Payable base').fill('10400');
  await dialog.getByRole('textbox', { name: 'Alltime Commission', exact: true }).fill('1248');
  await dialog.getByLabel('Reason (optional)').fill('Fees of October');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page, 'Success')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'History' })).toContainText('Fees of October');
  // A click into an amount marks it, so that typing replaces it; the last answer does not stand over it.
  await panel.getByRole('button', { name: 'Edit commissions' }).click();
  await expect(toastOf(page, 'Success')).toHaveCount(0);
  const alltime = dialog.getByRole('textbox', { name: 'Alltime Commission', exact: true });
  await alltime.click();
  await page.keyboard.type('99');
  await expect(alltime).toHaveValue('99');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectAccessibleInEveryMode(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/live\\?partner=${partner.id}`));
  await expect(page.getByRole('link', { name: 'Paying One' })).toBeFocused();
});

test('A statement is read on the screen, saved as a file, and stands alone on paper', async ({
  page,
  portal,
  admin,
}) => {
  const partner = await portal.newPartner({ name: `Stated ${Date.now()}` });
  const id = await payingCompany(partner, admin, 'Paying Three');
  for (const [alltime_commission_payable, reason] of [
    ['9', 'First invoice'],
    ['1248', 'Fees of October'],
  ] as const) {
    const body = { alltime_commission_payable, reason };
    await admin.call(routes.updateCompany, { params: { id }, body });
  }
  await page.goto(`/live?partner=${partner.id}`);
  await page.getByRole('link', { name: 'Statement' }).click();
  const sheet = page.getByRole('article', { name: 'Statement' });
  await expect(sheet).toContainText('Fees of October');
  await expect(sheet).toContainText('1,248.00');
  const chosen = page.getByRole('button', { name: 'This quarter' });
  const other = page.getByRole('button', { name: 'This year' });
  const groundOf = (button: typeof chosen) =>
    button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await changeColourMode(page, 'dark');
  expect(await groundOf(chosen)).not.toBe(await groundOf(other));
  await expectAccessibleInEveryMode(page);
  // On a phone, where it ends, what each change came to stands in line under the opening.
  const amounts = sheet.locator('td[data-label="Alltime Commission"] > span:last-child');
  const ends = await amounts.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().right)),
  );
  expect([ends.length, new Set(ends).size]).toEqual([4, 1]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^statement-.*\.csv$/);
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('Partner Portal')).toBeVisible();
  await expect(sheet.getByText(/^Made on /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  // Margins are drawn by the root: on paper they are white too.
  const root = page.locator(':root');
  await root.evaluate((element) => element.setAttribute('data-mantine-color-scheme', 'dark'));
  await expect(root).toHaveCSS('color-scheme', 'light');
  // In a grid the rows grow from page to page; none is cut in two, and no balance stands alone.
  await expect(sheet).toHaveCSS('display', 'block');
  const rows = sheet.getByRole('table', { name: 'Changes' }).locator('tbody tr');
  await expect(rows.nth(1)).toHaveCSS('break-inside', 'avoid');
  await expect(rows.first()).toHaveCSS('break-after', 'avoid');
  await expect(rows.last()).toHaveCSS('break-before', 'avoid');
});

test('A partner says by looking what they earned this quarter and why, and opens the company on a phone', async ({
  page,
  partner,
  portal,
}) => {
  const admin = await portal.admin();
  const website = `${'unbroken'.repeat(9)}.example`;
  const id = await payingCompany(partner, admin, 'Phoned Ltd', website);
  await admin.call(routes.updateCompany, {
    params: { id },
    body: { alltime_commission_payable: '497.50', reason: 'First invoice' },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(page.getByText('+497.50').first()).toBeVisible();
  await expect(page.getByText('First invoice')).toBeVisible();
  await page.getByRole('link', { name: 'Phoned Ltd' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/(companies/${id}|leads/)`));
  await page.goto(`/companies/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Phoned Ltd' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('First invoice');
  const link = await page.getByRole('link', { name: website }).boundingBox();
  expect((link?.x ?? 0) + (link?.width ?? 390)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/live$/);
});

/** Amounts that lie over each other, stand less than a blank apart, or stick out of what holds them. */
const misplaced = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const shown: { text: Node; box: DOMRect; held: DOMRect }[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const holder = text.parentElement?.closest('.tabular')?.closest('article, table, dl');
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const isForEarsOnly = (text.parentElement?.offsetWidth ?? 0) <= 1;
      if (holder && !isForEarsOnly && box.width > 1)
        shown.push({ text, box, held: holder.getBoundingClientRect() });
    }
    const isCrowded = (one: DOMRect, other: DOMRect) =>
      one.left < other.right + 3 &&
      other.left < one.right + 3 &&
      one.top < other.bottom - 4 &&
      other.top < one.bottom - 4;
    return shown.flatMap(({ text, box, held }, index) => [
      ...(box.right > held.right + 1 ? [`${text.textContent} sticks out`] : []),
      ...shown
        .slice(index + 1)
        .filter((other) => other.text.parentNode !== text.parentNode && isCrowded(box, other.box))
        .map((other) => `${text.textContent} | ${other.text.textContent}`),
    ]);
  });

for (const amount of ['12345678.90', '999999999999.99']) {
  test(`Amounts of ${amount} stand apart and within their cards on phones and tablets`, async ({
    page,
    portal,
    admin,
  }) => {
    const partner = await portal.newPartner({ name: `Rich ${Date.now()}` });
    const id = await payingCompany(partner, admin, 'Paying Four');
    for (const reason of ['Once', 'Twice']) {
      const sum = reason === 'Once' ? amount.replace(/0$|9$/, '1') : amount;
      const body = { commission_payable_to_partner: sum, alltime_commission_payable: sum, reason };
      await admin.call(routes.updateCompany, { params: { id }, body });
    }
    for (const path of [`/statements?partner=${partner.id}`, '/dashboard', `/companies/${id}`]) {
      await page.setViewportSize({ width: 390, height: 1024 });
      await page.goto(path);
      await expect(page.getByText(/\d{2},\d{3},\d{3}\.\d{2}$/).first()).toBeVisible();
      for (const width of [390, 768]) {
        await page.setViewportSize({ width, height: 1024 });
        expect(await misplaced(page), `${path} at ${width}`).toEqual([]);
        const room = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(room, `${path} at ${width}`).toBe(width);
      }
    }
  });
}
