import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { addLead } from './portal.ts';
import { expect, phone, rowsOf, test } from './test.ts';

const rows = (page: Page) => rowsOf(page, 'Leads');
const search = (page: Page) =>
  page.getByPlaceholder('Search by company or contact... (press Enter to search)');

test('The address keeps the list: a link and the back button bring it back', async ({
  page,
  partner,
}) => {
  for (let i = 1; i <= 7; i++) await addLead(partner, { company_name: `Company ${i}` });
  await page.goto('/leads?search=company&size=5&status=In+Progress');
  await expect(search(page)).toHaveValue('company');
  await expect(page.getByText('Page 1 of 2 (7 total results)')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(page.getByText('Page 2 of 2 (7 total results)')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Page 1 of 2 (7 total results)')).toBeVisible();
});

test('What is cut in a row shows its beginning and is copied whole', async ({ page, partner }) => {
  const names = ['Northern ', 'شركة النخيل ', 'חברת הגליל ', '明远信息技术'];
  const email = 'somebody.with.a.very.long.name.indeed@a-rather-long-domain.example';
  for (const name of names) await addLead(partner, { company_name: name.repeat(12).trim() });
  const website = `${'unbroken'.repeat(9)}.example`;
  await addLead(partner, { email, website });
  const query = 'status=In+Progress';
  const view = { name: 'All that goes on '.repeat(5).trim(), query };
  await partner.call(routes.createView, { body: view });
  await page.goto(`/leads?${query}`);
  await test.step('A name shows its beginning, in whichever direction it runs', async () => {
    const cells = rows(page).locator('[title]').filter({ hasText: /.{60}/ });
    const named = cells.filter({ hasNotText: email }).filter({ hasNotText: website });
    await expect(named).toHaveCount(names.length);
    const seen = await named.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        range.setStart(element.firstChild as Node, 0);
        range.setEnd(element.firstChild as Node, 1);
        const first = range.getBoundingClientRect();
        const place = element.getBoundingClientRect();
        const isCut = element.scrollWidth > element.clientWidth;
        return isCut && first.left >= place.left - 1 && first.right <= place.right + 1;
      }),
    );
    expect(seen).toEqual(names.map(() => true));
  });
  await test.step('A website and the name of the open view end in an ellipsis', async () => {
    const cut = [
      page.getByRole('link', { name: website }),
      page.getByRole('button', { name: view.name }).locator('bdi'),
    ];
    for (const text of cut) {
      await expect(text).toHaveCSS('text-overflow', 'ellipsis');
      await expect(text).toHaveCSS('overflow', 'hidden');
      const { isCut, within } = await text.evaluate((element) => ({
        isCut: element.scrollWidth > element.clientWidth,
        within:
          element.getBoundingClientRect().right <=
          (element.parentElement?.getBoundingClientRect().right ?? 0),
      }));
      expect({ isCut, within }).toEqual({ isCut: true, within: true });
    }
  });
  await test.step('An email is copied whole', async () => {
    const selected = await page.getByRole('link', { name: email }).evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    expect(selected).toBe(email);
  });
  await test.step('On an open card of a phone, all lines of a website are seen', async () => {
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Details of Acme Ltd' }).click();
    const hidden = await page.getByRole('link', { name: website }).evaluate((link) => {
      const letters = document.createRange();
      letters.selectNodeContents(link);
      const place = link.parentElement?.getBoundingClientRect();
      return letters.getBoundingClientRect().bottom - (place?.bottom ?? 0);
    });
    expect(hidden).toBeLessThanOrEqual(0);
  });
});

test('No gap stands before the @ of an email whose name is short and narrow', async ({
  page,
  partner,
}) => {
  const names = ['i', 'l1', 'il', 'al', 'ri.l', 'jilt'];
  for (const name of names) await addLead(partner, { email: `${name}@short.example` });
  await page.goto('/leads');
  await expect(rowsOf(page, 'Leads')).toHaveCount(names.length);
  for (const width of [1280, 1760]) {
    await page.setViewportSize({ width, height: 800 });
    const gaps = await page.locator('a[data-domain] > span').evaluateAll((places) =>
      places.map((place) => {
        const letters = document.createRange();
        letters.selectNodeContents(place.firstChild as Text);
        return place.getBoundingClientRect().width - letters.getBoundingClientRect().width;
      }),
    );
    expect(Math.max(...gaps)).toBeLessThan(1);
  }
});
