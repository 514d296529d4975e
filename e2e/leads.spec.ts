import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { addLead } from './portal.ts';
import { expect, expectEllipsis, phone, rowsOf, test } from './test.ts';

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
        return first.left >= place.left - 1 && first.right <= place.right + 1;
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
      await expectEllipsis(text);
      const isWithin = await text.evaluate(
        (element) =>
          element.getBoundingClientRect().right <=
          (element.parentElement?.getBoundingClientRect().right ?? 0),
      );
      expect(isWithin).toBe(true);
    }
  });
  await test.step('An email is copied whole', async () => {
    const selected = await page.getByRole('link', { name: email }).evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    expect(selected).toBe(email);
  });
  await test.step('On an open card of a phone, a website takes as many lines as it needs', async () => {
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Details of Acme Ltd' }).click();
    const link = page.getByRole('link', { name: website });
    await expect(link).toHaveCSS('white-space', 'normal');
    await expect(link).toHaveCSS('overflow-wrap', 'anywhere');
    const hidden = await link.evaluate((element) => {
      const { paddingBottom, lineHeight, fontSize } = getComputedStyle(element);
      const [padding = 0, line = 0, size = 0] = [paddingBottom, lineHeight, fontSize].map(
        Number.parseFloat,
      );
      const letters = element.getBoundingClientRect().bottom - padding - (line - size) / 2;
      return letters - (element.parentElement?.getBoundingClientRect().bottom ?? 0);
    });
    expect(hidden).toBeLessThanOrEqual(0);
  });
});

test('An email that is too long gives up letters of its name, none of its domain', async ({
  page,
  partner,
}) => {
  await addLead(partner, { email: `${'a.very.long.name'.repeat(4)}@short.example` });
  await page.goto('/leads');
  await expect(rows(page)).toHaveCount(1);
  for (const width of [1280, 1760]) {
    await page.setViewportSize({ width, height: 800 });
    const [given, needed] = await page.locator('a[data-domain]').evaluate((email: HTMLElement) => {
      const name = email.firstElementChild ?? email;
      // The style sheet writes the domain behind the name.
      const roomOfDomain = () =>
        email.getBoundingClientRect().right - name.getBoundingClientRect().right;
      const before = roomOfDomain();
      email.style.width = 'max-content';
      const after = roomOfDomain();
      email.style.width = '';
      return [before, after];
    });
    expect(needed).toBeGreaterThan(0);
    expect(given).toBeGreaterThanOrEqual((needed ?? 0) - 0.5);
  }
});
