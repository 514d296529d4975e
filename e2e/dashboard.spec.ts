import type { Page } from '@playwright/test';
import { addLead, setStatus } from './portal.ts';
import { expect, expectAccessibleInEveryMode, test } from './test.ts';

test('The dashboard, with a warning above it, is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
}) => {
  await addLead(partner);
  await page.evaluate((id) => {
    const warnings = { [id]: { text: 'Your password is old.' } };
    localStorage.setItem('password-warnings', JSON.stringify(warnings));
  }, partner.id);
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('Your password is old.');
  await expect(page.getByText('Acme Ltd')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
  await expectAccessibleInEveryMode(page);
});

/** Where the cards begin. */
const placesOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

const late = ['/api/companies/totals', '/api/statements', '/api/movement', '/api/movement/stuck'];

for (const width of [390, 768, 1280]) {
  test(`Nothing on a dashboard of ${width} px moves when a part of it comes late`, async ({
    page,
    partner,
    portal,
  }) => {
    const admin = await portal.admin();
    await setStatus(admin, await addLead(partner, { company_name: 'Late Ltd' }), 'live');
    await page.setViewportSize({ width, height: 900 });
    const isAllThere = async () => {
      await expect(page.getByRole('link', { name: 'Late Ltd' }).first()).toBeVisible();
      await expect(page.getByText('No commissions have changed this quarter.')).toBeVisible();
      await expect(page.getByText('Nothing is stuck')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Won: 1' })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
    };
    await page.goto('/dashboard');
    await isAllThere();
    const places = await placesOf(page);
    for (const path of late) {
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(
        (url) => url.pathname === path,
        async (route) => {
          await answered;
          await route.continue();
        },
      );
      await page.reload();
      await expect(page.getByRole('link', { name: 'Late Ltd' }).first()).toBeVisible();
      await expect(
        page.getByText('Loading...').or(page.locator('[data-known]')).first(),
      ).toBeAttached();
      // The other parts are on their way for a moment, too.
      await expect.poll(() => placesOf(page), `while ${path} is on its way`).toEqual(places);
      answer();
      await isAllThere();
      expect(await placesOf(page), `once ${path} is here`).toEqual(places);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}
