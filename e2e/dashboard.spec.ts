import type { Locator, Page } from '@playwright/test';
import { addLead, setStatus } from './portal.ts';
import { expect, hold, test } from './test.ts';

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

/** Where the cards begin. */
const placesOf = (page: Page) =>
  headings(page).evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().top)),
  );

/** By which the part that a call brings is known to be there, in the order in which they come. */
const partsOf = (page: Page): [path: string, sign: Locator][] => [
  ['/api/movement/stuck', page.getByText('Nothing is stuck')],
  ['/api/movement', page.getByRole('link', { name: 'Won: 1' })],
  ['/api/statements', page.getByText('No commissions have changed this quarter.')],
  [
    '/api/companies/totals',
    page.getByLabel('Commissions', { exact: true }).filter({ hasNotText: 'Loading...' }),
  ],
];

for (const width of [390, 768, 1280]) {
  test(`Nothing on a dashboard of ${width} px moves when its parts come late, one after the other`, async ({
    page,
    partner,
    portal,
  }) => {
    const admin = await portal.admin();
    await setStatus(admin, await addLead(partner, { company_name: 'Late Ltd' }), 'live');
    await page.setViewportSize({ width, height: 900 });
    const lead = page.getByRole('link', { name: 'Late Ltd' }).first();
    const parts = partsOf(page);
    const isAllThere = async () => {
      for (const sign of [lead, ...parts.map(([, part]) => part)]) await expect(sign).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
    };
    await page.goto('/dashboard');
    await isAllThere();
    const places = await placesOf(page);

    const late = [];
    for (const [path, sign] of parts) {
      const letThrough = await hold(page, (url) => url.pathname === path);
      late.push({ path, sign, letThrough });
    }
    await page.reload();
    await expect(lead).toBeVisible();
    await expect(headings(page)).toHaveCount(places.length);
    for (const { path, sign, letThrough } of late) {
      await expect(sign).toBeHidden();
      expect(await placesOf(page), `while ${path} is on its way`).toEqual(places);
      letThrough();
      await expect(sign).toBeVisible();
      expect(await placesOf(page), `once ${path} is here`).toEqual(places);
    }
    await isAllThere();
    expect(await placesOf(page)).toEqual(places);
  });
}
