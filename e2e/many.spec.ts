import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessibleInEveryMode } from './accessible.ts';
import { type Account, addLead, setStatus } from './portal.ts';
import { expect, phone, rowsOf, test, toastOf } from './test.ts';

const rows = (page: Page) => rowsOf(page, 'Leads');
const bar = (page: Page) => page.getByRole('region', { name: 'Selected leads' });

async function addLeads(account: Account, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await addLead(account, {
      company_name: `Company ${number}`,
      email: `person${number}@company.example`,
    });
  }
}

test('An administrator sets ten statuses by keyboard, and takes them back', async ({
  page,
  admin,
  portal,
}) => {
  const partner = await portal.newPartner();
  await addLeads(partner, 12);
  const { leads } = await admin.call(routes.listLeads, { query: { partner_id: partner.id } });
  const [first] = leads;
  if (first) await setStatus(admin, first, 'connected');
  await page.goto(`/leads?partner=${partner.id}`);
  await expect(rows(page)).toHaveCount(10);
  const badges = (text: string) => rows(page).getByText(text, { exact: true });

  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).focus();
  await page.keyboard.press('Space');
  await expect(bar(page).getByText('10 leads selected')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Select all 12 that match' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Set status' }).focus();
  await page.keyboard.press('Enter');
  // At once, as somebody does who knows what comes.
  await page.keyboard.type('contacted');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, '10 leads: Contacted')).toBeVisible();
  await expect(badges('Contacted')).toHaveCount(10);
  await expect(bar(page)).toBeHidden();

  if (first) await setStatus(admin, first, 'live');
  await page.keyboard.press('Control+z');
  await expect(toastOf(page, '9 put back, 1 was changed since and stays as it is')).toBeVisible();
  await expect(badges('New')).toHaveCount(9);
  await expect(badges('Live')).toHaveCount(1);
});

for (const width of [960, 1280]) {
  test(`At ${width} px a checkbox shows under the mouse, with the focus and once one is ticked; by touch, always`, async ({
    page,
    partner,
  }) => {
    await addLeads(partner, 2);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/leads');
    await expect(rows(page)).toHaveCount(2);
    const head = page.getByRole('checkbox', { name: 'Select all leads on this page' });
    const [first, second] = [1, 2].map((number) =>
      page.getByRole('checkbox', { name: `Select Company ${number}` }),
    ) as [Locator, Locator];
    const shown = async () => {
      const opacities = [];
      for (const box of [head, first, second]) {
        opacities.push(await box.evaluate((element) => getComputedStyle(element).opacity));
      }
      return opacities;
    };
    await test.step('At rest there are none', async () => {
      await page.mouse.move(0, 0);
      expect(await shown()).toEqual(['0', '0', '0']);
    });
    await test.step('The mouse shows that of its row, also the head’s', async () => {
      await rows(page).filter({ hasText: 'Company 1' }).hover();
      expect(await shown()).toEqual(['0', '1', '0']);
      await page.getByRole('columnheader', { name: 'Company' }).hover();
      expect(await shown()).toEqual(['1', '0', '0']);
      await page.mouse.move(0, 0);
    });
    await test.step('So does the focus', async () => {
      await page.keyboard.press('Tab');
      await head.focus();
      expect(await shown()).toEqual(['1', '0', '0']);
      await first.focus();
      expect(await shown()).toEqual(['0', '1', '0']);
    });
    await test.step('Once one is ticked, all stay', async () => {
      await rows(page).filter({ hasText: 'Company 2' }).hover();
      await second.click();
      await page.mouse.move(0, 0);
      await second.blur();
      expect(await shown()).toEqual(['1', '1', '1']);
      await bar(page).getByRole('button', { name: 'Clear selection' }).click();
      await page.mouse.move(0, 0);
      expect(await shown()).toEqual(['0', '0', '0']);
    });
    await test.step('Where fingers point, they always show', async () => {
      const devices = await page.context().newCDPSession(page);
      await devices.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await expect.poll(shown).toEqual(['1', '1', '1']);
    });
  });
}

test('The bar covers neither the last row nor the pager, and all modes can be read', async ({
  page,
  admin,
  portal,
}) => {
  const partner = await portal.newPartner();
  await addLeads(partner, 3);
  await page.goto(`/leads?partner=${partner.id}&country=&statuses=new`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select Company 1' }).check({ force: true });
  await expect(bar(page)).toBeVisible();
  for (const size of [{ width: 1280, height: 500 }, phone]) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [row, floating, pager] = await Promise.all(
      [rows(page).last(), bar(page), page.getByRole('navigation', { name: 'Pages' })].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(floating?.y).toBeGreaterThanOrEqual((row?.y ?? 0) + (row?.height ?? 0));
    expect(pager?.y).toBeGreaterThanOrEqual((floating?.y ?? 0) + (floating?.height ?? 0));
  }
  await expectAccessibleInEveryMode(page);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await expectAccessibleInEveryMode(page, [phone]);
  expect(admin.id).not.toBe(partner.id);
});

test('The bar keeps its place and size, off the pager, while it says how far a change is', async ({
  page,
  admin,
  portal,
}) => {
  const partner = await portal.newPartner();
  await addLeads(partner, 10);
  const total = 10_671;
  await page.route('**/api/leads?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total } });
  });
  await page.route('**/api/leads/bulk/progress?*', (route) =>
    route.fulfill({ json: { done: 4_000, total } }),
  );
  // Under way for as long as the test looks at it.
  await page.route('**/api/leads/bulk', () => {});
  const sizes = [{ width: 1280, height: 900 }, { width: 768, height: 1024 }, phone];
  const placesAtEachSize = async () => {
    const places = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const pager = page.getByRole('navigation', { name: 'Pages' });
      places.push({ bar: await bar(page).boundingBox(), pager: await pager.boundingBox() });
    }
    return places;
  };
  await page.setViewportSize(phone);
  await page.goto(`/leads?partner=${partner.id}`);
  await page
    .getByRole('checkbox', { name: 'Select Company 1', exact: true })
    .check({ force: true });
  // Where the table has no head whose box ticks them all, the bar does.
  const wholePage = bar(page).getByRole('button', { name: 'Select the whole page' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await wholePage.click({ trial: true });
  await page.setViewportSize(phone);
  await wholePage.click();
  await bar(page).getByRole('button', { name: 'Select all 10,671 that match' }).click();
  const before = await placesAtEachSize();
  await bar(page).getByRole('button', { name: 'Set status' }).click();
  await page.keyboard.type('contacted');
  await page.keyboard.press('Enter');
  await expect(bar(page).getByText('4,000 of 10,671')).toBeVisible();
  const during = await placesAtEachSize();
  expect(during).toEqual(before);
  for (const [n, { bar: floating, pager }] of during.entries()) {
    expect(pager?.y).toBeGreaterThanOrEqual((floating?.y ?? 0) + (floating?.height ?? 0));
    expect((pager?.y ?? 0) + (pager?.height ?? 0)).toBeLessThanOrEqual(sizes[n]?.height ?? 0);
  }
  expect(admin.id).not.toBe(partner.id);
});

test('What is exported is uploaded again without a question but for duplicates', async ({
  page,
  partner,
}) => {
  await addLead(partner, { company_name: '=Equals & Co', country: 'Germany' });
  await addLead(partner, { company_name: 'Acme, Ltd', email: 'b@acme.example' });
  await page.goto('/leads?sort=company_name');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^leads-\d{4}-\d{2}-\d{2}\.csv$/);
  const file = await (await download).path();
  await expect(toastOf(page, 'The export is complete')).toBeVisible();
  await page.goto('/leads/upload');
  await page.setInputFiles('input[type="file"]', {
    name: 'leads.csv',
    mimeType: 'text/csv',
    buffer: readFileSync(file),
  });
  await expect(page.getByText(/already/i).first()).toBeVisible();
  await expect(page.getByTitle('=Equals & Co', { exact: true }).first()).toBeAttached();
});

test('On a tablet the filters open beside the menu, not over it', async ({ page, admin }) => {
  expect(admin).toBeDefined();
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  const content = await page.getByRole('main').boundingBox();
  await expect
    .poll(async () => (await panel.boundingBox())?.x)
    .toBeGreaterThanOrEqual(content?.x ?? Number.NaN);
});
