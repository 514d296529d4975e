import type { Locator, Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { addLead } from './portal.ts';
import { expect, expectNoSidewaysScroll, phone, rowsOf, test } from './test.ts';

const opened = (page: Page, company: string) =>
  page.getByRole('region', { name: `Lead: ${company}` });
const pencil = (page: Page, label: string) => page.getByRole('button', { name: `Edit ${label}` });

test('By keyboard alone a partner finds a lead by its email, corrects its phone, answers a note and is back on its row', async ({
  page,
  partner,
  portal,
}) => {
  for (let i = 1; i <= 9; i++) await addLead(partner, { company_name: `Company ${i}` });
  const lead = await addLead(partner, { company_name: 'Birch', email: 'find@birch.example' });
  const admin = await portal.admin();
  const body = { text: 'Which number is theirs?' };
  await admin.call(routes.addNote, { params: { id: lead.id }, body });

  await page.goto('/leads');
  await expect(rowsOf(page, 'Leads')).toHaveCount(10);
  await expect(page.getByRole('link', { name: 'Leads, 1 unread' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('find@birch');
  await page.keyboard.press('Enter');
  await expect(rowsOf(page, 'Leads')).toHaveCount(1);
  const link = page.getByRole('link', { name: 'Birch', exact: true });
  await page.keyboard.press('ArrowDown');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = opened(page, 'Birch');
  await expect(panel).toBeFocused();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}\?search=/);
  await expect(panel.getByText('Which number is theirs?')).toBeVisible();
  await expect(page.getByRole('link', { name: /unread/ })).toBeHidden();

  await page.keyboard.press('e');
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowDown');
  await expect(pencil(page, 'Phone number')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('+44 1');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: '+44 1' })).toBeVisible();
  await expect(pencil(page, 'Phone number')).toBeFocused();

  await page.keyboard.press('n');
  await page.keyboard.type('The new one.');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('article').filter({ hasText: 'The new one.' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(/\/leads\?search=/);
});

/** How far down one is, once the fonts are there: when they come the browser may scroll by a pixel. */
function scrolledBy(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return window.scrollY;
  });
}

test('A list keeps its place behind a lead, and a reload makes the lead a page', async ({
  page,
  partner,
}) => {
  for (let i = 1; i <= 12; i++) await addLead(partner, { company_name: `Company ${i}` });
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/leads?size=20');
  await expect(rowsOf(page, 'Leads')).toHaveCount(12);
  await page.getByRole('link', { name: 'Company 3', exact: true }).scrollIntoViewIfNeeded();
  const scrolled = await scrolledBy(page);
  expect(scrolled).toBeGreaterThan(0);
  await rowsOf(page, 'Leads').filter({ hasText: 'Company 3' }).getByText('Ada Lovelace').click();
  await expect(opened(page, 'Company 3')).toBeVisible();
  expect(await scrolledBy(page)).toBe(scrolled);
  await page.keyboard.press('j');
  await expect(opened(page, 'Company 2')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/leads\?size=20$/);
  await expect(page.getByRole('link', { name: 'Company 2', exact: true })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(opened(page, 'Company 2')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Company 2' })).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await expect(page).toHaveTitle('Company 2 · Partner Portal');
});

test('On a phone a tap on a card opens the lead as a page, and back is where one was', async ({
  page,
  partner,
}) => {
  for (let i = 1; i <= 12; i++) await addLead(partner, { company_name: `Company ${i}` });
  await page.setViewportSize(phone);
  await page.goto('/leads?size=20');
  const card = rowsOf(page, 'Leads').filter({ hasText: 'Company 1' }).last();
  await card.scrollIntoViewIfNeeded();
  const scrolled = await scrolledBy(page);
  expect(scrolled).toBeGreaterThan(0);
  await card.getByText('Ada Lovelace').click();
  const panel = opened(page, 'Company 1');
  await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  expect((await panel.boundingBox())?.width).toBe(phone.width);
  await expectNoSidewaysScroll(page);
  await pencil(page, 'Country').click();
  await page.getByRole('textbox', { name: 'Country' }).fill('France');
  await page.getByRole('button', { name: 'Save Country' }).click();
  await expect(panel.getByRole('definition').filter({ hasText: 'France' })).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect.poll(() => scrolledBy(page)).toBe(scrolled);
});

test('A double click on what closes a lead does not press what stands below it', async ({
  page,
  partner,
}) => {
  await addLead(partner, { company_name: 'Birch' });
  // With its code here, a press of Add Lead leads there at once.
  await page.goto('/leads/add');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Birch', exact: true }).click();
  const addLink = page.getByRole('main').getByRole('link', { name: 'Add Lead' });
  const close = opened(page, 'Birch').getByRole('button', { name: 'Close' });
  expect(await isAt(addLink, close)).toBe(true);
  await close.click();
  await expect(close).toBeHidden();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(page).toHaveURL(/\/leads$/);
});

async function isAt(below: Locator, above: Locator): Promise<boolean> {
  const [place, press] = [await below.boundingBox(), await above.boundingBox()];
  if (!place || !press) return false;
  const [x, y] = [press.x + press.width / 2, press.y + press.height / 2];
  const isWithin = (at: number, from: number, size: number) => from < at && at < from + size;
  return isWithin(x, place.x, place.width) && isWithin(y, place.y, place.height);
}
