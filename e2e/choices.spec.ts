import type { Locator, Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessible } from './accessible.ts';
import { type Account, addLead, type Portal } from './portal.ts';
import { expect, phone, rowsOf, signInAs, test, toastOf, wide } from './test.ts';

const partnerFilter = (page: Page) => page.getByRole('combobox', { name: 'Filter by partner' });
const badge = (page: Page, company: string) =>
  page.getByRole('button', { name: `change status of ${company}` });

async function partnerWithLeads(portal: Portal, count: number): Promise<Account> {
  const partner = await portal.newPartner();
  for (const letter of 'ABCDEFGHIJ'.slice(0, count)) {
    await addLead(partner, { company_name: `Company ${letter}` });
  }
  return partner;
}

/** Holds back a file of the web app until it is let go. */
async function holdBack(page: Page, file: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/assets/${file}-*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** A toast that stays for as long as the pointer does, however slow the machine is. */
async function keptToast(page: Page, text: string): Promise<Locator> {
  const toast = toastOf(page, text);
  // One that says the same may still be leaving.
  await expect(toast).toHaveCount(1);
  await toast.hover();
  return toast;
}

test('A status typed before its choices are here is the one that is set', async ({
  page,
  portal,
  admin,
}) => {
  const partner = await partnerWithLeads(portal, 1);
  const letGo = await holdBack(page, 'StatusChooser');
  await page.goto(`/leads?partner=${partner.id}`);
  await badge(page, 'Company A').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('closed lost');
  await page.keyboard.press('Enter');
  letGo();
  await keptToast(page, 'Company A: Closed Lost');
  await expect(badge(page, 'Company A')).toHaveAccessibleName(/^Closed Lost/);
  await expect(badge(page, 'Company A')).toBeFocused();
  const { leads } = await admin.call(routes.listLeads, { query: { partner_id: partner.id } });
  expect(leads[0]?.status).toBe('closed lost');

  await page.keyboard.press('ControlOrMeta+z');
  await expect(toastOf(page, 'Company A: back to New')).toBeVisible();
  await expect(badge(page, 'Company A')).toHaveAccessibleName(/^New/);
});

test('The partner filter is typed into as soon as it is clicked, and finds deleted partners', async ({
  page,
  portal,
  admin,
}) => {
  const typed = await portal.newPartner({ name: 'Typed Name' });
  const gone = await portal.newPartner({ name: 'Soon Gone' });
  await addLead(typed, { company_name: 'Of Typed Ltd' });
  await addLead(gone, { company_name: 'Of Soon Gone Ltd' });
  await admin.call(routes.deletePartner, { params: { id: gone.id } });
  const letGo = await holdBack(page, 'FilterPanel');
  await page.goto('/leads');
  await expect(partnerFilter(page)).toHaveValue('All Partners');
  await partnerFilter(page).click();
  await page.keyboard.type('typed na');
  await page.keyboard.press('Enter');
  await expect(partnerFilter(page)).toHaveValue('Typed Name');
  await expect(rowsOf(page, 'Leads')).toHaveCount(1);
  letGo();

  await page.keyboard.type('unknown');
  const found = page.getByRole('listbox', { name: 'Filter by partner' }).getByRole('option');
  await expect(found).toHaveText(['Unknown Partner']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/partner=unknown/);
  await expect(rowsOf(page, 'Leads').filter({ hasText: 'Of Soon Gone Ltd' })).toHaveCount(1);
  await expect(rowsOf(page, 'Leads').filter({ hasText: 'Typed Name' })).toHaveCount(0);
});

test('A click into the name that is chosen highlights it again, and what is typed replaces it', async ({
  page,
  portal,
}) => {
  await signInAs(page, await portal.admin());
  await portal.newPartner({ name: 'First Partner' });
  await portal.newPartner({ name: 'Second Partner' });
  await page.goto('/leads');
  const onTheWords = { position: { x: 40, y: 15 } };
  await partnerFilter(page).click(onTheWords);
  await partnerFilter(page).click(onTheWords);
  await page.keyboard.type('first part');
  await expect(partnerFilter(page)).toHaveValue('first part');
  await page.getByRole('option', { name: 'First Partner' }).click();
  await partnerFilter(page).click(onTheWords);
  await page.keyboard.type('second part');
  await page.keyboard.press('Enter');
  await expect(partnerFilter(page)).toHaveValue('Second Partner');
});

test('What opens with a press opens without a network too, and the screen stays', async ({
  page,
  portal,
  context,
}) => {
  await signInAs(page, await portal.admin());
  const partner = await portal.newPartner();
  await addLead(partner, { company_name: 'Offline Ltd' });
  const arrivals = ['StatusChooser', 'DeleteLeadDialog', 'FilterPanel', 'ToastList'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
  );
  await page.goto('/leads?search=offline');
  await Promise.all(arrivals);
  await context.setOffline(true);
  await badge(page, 'Offline Ltd').press('Enter');
  await page.keyboard.type('connected');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Failed to update lead status')).toBeVisible();
  await partnerFilter(page).click();
  await expect(page.getByRole('option', { name: 'All Partners' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete lead Offline Ltd' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the page`);
  return box;
}

async function expectNotCovered(toast: Locator, worked: Locator): Promise<void> {
  await expect(async () => {
    const [a, b] = [await boxOf(toast), await boxOf(worked)];
    const apart =
      a.x + a.width <= b.x ||
      b.x + b.width <= a.x ||
      a.y + a.height <= b.y ||
      b.y + b.height <= a.y;
    expect(apart, `${JSON.stringify(a)} covers ${JSON.stringify(b)}`).toBe(true);
  }).toPass({ timeout: 3_000 });
}

const sizes = [
  ['a wide screen', wide, 'connected', 'Connected'],
  ['a phone', phone, 'contacted', 'Contacted'],
] as const;

for (const [name, size, typed, status] of sizes) {
  test(`On ${name} a changed status is told beside its lead and the pager, and its choices stay on the screen`, async ({
    page,
    portal,
    admin: _,
  }) => {
    const partner = await partnerWithLeads(portal, 10);
    await page.setViewportSize(size);
    await page.goto(`/leads?partner=${partner.id}`);
    // The newest stands first: the top, the middle and the last row of the page.
    for (const company of ['Company J', 'Company E', 'Company A']) {
      // As far up as it goes: on a phone, toasts stand at the top.
      const row = rowsOf(page, 'Leads').filter({ has: badge(page, company) });
      await row.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top));
      // By keyboard: an earlier toast may stand where this row is, and gives way when the focus comes.
      await badge(page, company).press('Enter');
      const choices = page.getByRole('dialog', { name: `Change status of ${company}` });
      const { x, y, width, height } = await boxOf(choices);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(size.width);
      expect(y + height).toBeLessThanOrEqual(size.height);
      if (company === 'Company J') await expectAccessible(page);
      const field = choices.getByRole('combobox');
      const before = await boxOf(field);
      await page.keyboard.type(typed);
      await expect(choices.getByRole('option')).toHaveCount(1);
      expect((await boxOf(choices)).height, 'as high as what is found').toBeLessThan(height / 2);
      expect(await boxOf(field), 'the field stays under the letters').toEqual(before);
      await page.keyboard.press('Enter');
      const toast = await keptToast(page, `${company}: ${status}`);
      await expectNotCovered(toast, row);
      await expectNotCovered(toast, page.getByRole('navigation', { name: 'Pages' }));
    }
  });

  test(`On ${name} a failure is told beside the buttons of the form, and once`, async ({
    page,
    partner: _,
  }) => {
    await page.route('**/api/leads', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.setViewportSize(size);
    await page.goto('/leads/add');
    for (const label of ['Company Name', 'First Name', 'Last Name', 'Phone Number']) {
      await page.getByLabel(label).fill('1234');
    }
    await page.getByLabel('Email').fill('a@b.example');
    const submit = page.getByRole('button', { name: 'Add Lead', exact: true });
    await submit.click();
    const toast = await keptToast(page, 'An error occurred');
    for (const scroll of [0, 10_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), scroll);
      await expectNotCovered(toast, submit);
      await expectNotCovered(toast, page.getByRole('link', { name: 'Cancel' }));
    }
    await submit.click();
    await submit.click();
    await expect(toast).toHaveCount(1);
  });
}
