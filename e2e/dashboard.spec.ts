import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryMode } from './accessible.ts';
import { addLead, setStatus } from './portal.ts';
import { expect, lightestPage, test } from './test.ts';

test('The dashboard, with a warning above it, is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
}) => {
  await addLead(partner);
  await page.goto(lightestPage);
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

/** By which the part that a call brings is known to be there. */
const signsOf = (page: Page): Record<string, Locator> => ({
  '/api/leads': page.getByRole('link', { name: 'Late Ltd' }).first(),
  '/api/statements': page.getByText('No commissions have changed this quarter.'),
  '/api/movement': page.getByRole('link', { name: 'Won: 1' }),
  '/api/movement/stuck': page.getByText('Nothing is stuck'),
});

for (const width of [390, 768, 1280]) {
  test(`Nothing on a dashboard of ${width} px moves when a part of it comes late`, async ({
    page,
    partner,
    portal,
  }) => {
    const admin = await portal.admin();
    await setStatus(admin, await addLead(partner, { company_name: 'Late Ltd' }), 'live');
    await page.setViewportSize({ width, height: 900 });
    const areThere = async (but?: string) => {
      for (const [path, sign] of Object.entries(signsOf(page))) {
        if (path !== but) await expect(sign).toBeVisible();
      }
    };
    const isAllThere = async () => {
      await areThere();
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
      await areThere(path);
      await expect(
        page.getByText('Loading...').or(page.locator('[data-known]')).first(),
      ).toBeAttached();
      expect(await placesOf(page), `while ${path} is on its way`).toEqual(places);
      answer();
      await isAllThere();
      expect(await placesOf(page), `once ${path} is here`).toEqual(places);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}
