import type { Locator, Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { boxOf, demo, heightOf, middleOf } from './demo.ts';
import { changeColourMode, expect, expectNoSidewaysScroll, phone, rowsOf } from './test.ts';

demo.describe('with the demo’s leads, for an administrator,', () => {
  // One after the other: a second portal would take longer to start than they take.
  demo.describe.configure({ mode: 'default' });

  demo(
    'the five counts are one row, or one list on a phone, all of one size',
    async ({ page, admin: _ }) => {
      await page.goto('/dashboard');
      await expect(rowsOf(page, 'Recent Leads')).toHaveCount(5);
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const boxes = await page
          .getByRole('list', { name: 'Leads by status' })
          .getByRole('link')
          .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));
        expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1);
        const inOneLine = new Set(boxes.map(({ x, y }) => (width === 390 ? x : y))).size;
        expect(inOneLine).toBe(1);
        // Room between lines of boxes is shared to the last fraction of a pixel.
        const widths = boxes.map((box) => box.width);
        expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1);
      }
    },
  );

  demo(
    'at 768 px the parts of the head of Leads and of its pager stay within them, the controls of the pager in its middle',
    async ({ page, admin: _ }) => {
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.goto('/leads');
      await expect(rowsOf(page, 'Leads')).toHaveCount(10);
      const head = page.locator('main header').first();
      await expectWithin(head, [
        head.getByRole('heading'),
        head.getByRole('button', { name: 'Views' }),
        head.getByRole('link', { name: 'Upload Leads' }),
        head.getByRole('link', { name: 'Add Lead' }),
      ]);
      const pager = page.getByRole('navigation', { name: 'Pages' });
      const place = pager.getByText('Page 1 of 26 (259 total results)');
      const parts = [pager.getByText('Rows'), place, pager.getByRole('combobox')];
      for (const part of parts) {
        expect(Math.abs((await middleOf(part)) - (await middleOf(pager)))).toBeLessThanOrEqual(1);
      }
      const heights = await pager
        .locator('select, button')
        .evaluateAll((controls) => controls.map((control) => control.clientHeight));
      expect(new Set(heights).size).toBe(1);
      // Counts of millions too.
      await place.evaluate((text) => {
        text.textContent = 'Page 100000 of 120000 (1200000 total results)';
      });
      const all = pager.getByText('Page 100000 of 120000');
      await expectWithin(pager, [...parts.slice(0, 1), all, pager.getByRole('button').last()]);
      await expectNoSidewaysScroll(page);
    },
  );

  demo('cards stand one gap apart, beside and below each other', async ({ page, admin }) => {
    const { partners } = await admin.call(routes.listPartners);
    for (const path of ['/dashboard', `/partners/${partners[0]?.id}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Commissions' })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      for (const [width, gap] of [
        [390, 12],
        [768, 12],
        [1280, 16],
        [1920, 16],
      ] as const) {
        await page.setViewportSize({ width, height: 1080 });
        expect(await gapsOf(page, width < 640)).toEqual([gap]);
      }
    }
  });

  demo(
    'checkboxes, marks and times of leads have their room, and the words of the search end in an ellipsis',
    async ({ page, admin: _ }) => {
      await page.goto('/leads?unread=true');
      const rows = rowsOf(page, 'Leads');
      await expect(rows.nth(1)).toBeVisible();
      const search = page.getByRole('textbox', { name: 'Search leads' });
      await expect(search).toHaveCSS('text-overflow', 'ellipsis');
      for (const width of [390, 768]) {
        await page.setViewportSize({ width, height: 844 });
        const box = await boxOf(rows.first().getByRole('checkbox'));
        expect(box.x).toBe((await boxOf(search)).x);
        const mark = await boxOf(rows.first().getByRole('img', { name: 'Unread note' }));
        const name = await boxOf(rows.first().getByRole('link').first());
        expect(name.x - (mark.x + mark.width)).toBeGreaterThanOrEqual(6);
      }
      await page.goto('/leads?stuck=true');
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await roomAboveTime(rows.first())).toBeGreaterThanOrEqual(4);
      }
      // Where a status takes one line, its row is as high as any other.
      const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
      expect(Math.min(...heights)).toBeLessThanOrEqual(53);
      // Also one of two lines keeps away from its time.
      await rows
        .first()
        .locator('[data-colour] > span')
        .evaluate((text) => {
          text.textContent = 'a long status '.repeat(10);
        });
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await roomAboveTime(rows.first())).toBeGreaterThanOrEqual(4);
      }
    },
  );

  demo(
    'the bar of ticked leads has no gap in it, and its buttons end where it does on a phone',
    async ({ page, admin: _ }) => {
      await page.goto('/leads');
      await rowsOf(page, 'Leads').first().getByRole('checkbox').check();
      const bar = page.getByRole('region', { name: 'Selected leads' });
      const count = await boxOf(bar.getByText('1 lead selected'));
      const button = (name: string) => bar.getByRole('button', { name, exact: true });
      expect((await boxOf(button('Set status'))).x - (count.x + count.width)).toBeCloseTo(16, 1);
      const last = await boxOf(button('Clear selection'));
      const whole = await boxOf(bar);
      expect(whole.x + whole.width - (last.x + last.width)).toBeLessThan(12);
      await page.setViewportSize(phone);
      // How many stand in a line is a matter of the font.
      const actions = bar.locator('[data-bar-actions]');
      const ends = new Map<number, number>();
      for (const target of await actions.getByRole('button').filter({ visible: true }).all()) {
        const { x, y, width } = await boxOf(target);
        ends.set(y, Math.max(ends.get(y) ?? 0, x + width));
      }
      const { x, width } = await boxOf(actions);
      for (const end of ends.values()) expect(end).toBeCloseTo(x + width, 1);
    },
  );

  demo(
    'an empty list can be read in the dark, and its button is no higher than others',
    async ({ page, admin: _ }) => {
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.goto('/live?search=nobody-of-this-name');
      const clear = page.getByRole('button', { name: 'Clear the filters' });
      const refresh = page.getByRole('button', { name: 'Refresh' });
      await expect(clear).toBeVisible();
      expect(await heightOf(clear)).toBe(await heightOf(refresh));
      await changeColourMode(page, 'dark');
      const size = page.getByRole('combobox', { name: 'Rows per page' });
      await expect(size).toBeDisabled();
      const ink = await page
        .getByText('Page 1 of 1')
        .evaluate((text) => getComputedStyle(text).color);
      await expect(size).toHaveCSS('color', ink);
      await expect(size).toHaveCSS('opacity', '1');
    },
  );

  demo(
    'forms end where their cards do, and the tokens where their button does; all begin at one edge',
    async ({ page, admin: _ }) => {
      await page.setViewportSize({ width: 1920, height: 1080 });
      for (const path of ['/partners/add', '/leads/add']) {
        await page.goto(path);
        const form = await boxOf(page.locator('form'));
        const card = await boxOf(page.locator('section').filter({ has: page.locator('form') }));
        const title = await boxOf(page.getByRole('heading', { level: 1 }));
        expect(form.width).toBe(720);
        expect(card.x + card.width - (form.x + form.width)).toBe(form.x - card.x);
        expect(card.x).toBe(title.x);
      }
      const forPartner = await boxOf(page.getByRole('combobox', { name: 'For partner' }));
      const firstName = await boxOf(page.getByRole('textbox', { name: 'First Name' }));
      expect(forPartner).toMatchObject({ x: firstName.x, width: firstName.width });
      await page.goto('/leads');
      const { x: start } = await boxOf(page.getByRole('heading', { level: 1 }));
      const link = rowsOf(page, 'Leads').first().getByRole('link').first();
      await page.goto((await link.getAttribute('href')) ?? '');
      expect((await boxOf(page.locator('[data-record]'))).x).toBe(start);
      await page.goto('/api');
      for (const width of [768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const button = await boxOf(page.getByRole('button', { name: 'Create Token' }));
        const about = page.locator('section').filter({ hasText: 'About API Access' });
        const end = await boxOf(about);
        expect(button.x + button.width).toBeCloseTo(end.x + end.width, 1);
      }
    },
  );
});

/** The distances from each card to the next one below it and to the next one beside it. */
function gapsOf(page: Page, figuresAreOneCard: boolean): Promise<number[]> {
  const figures = `ul[aria-label="Leads by status"]${figuresAreOneCard ? '' : ' > li'}`;
  return page.locator(`main :is(section:not([aria-label]), ${figures})`).evaluateAll((cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const gaps = boxes.flatMap((box) => {
      const below = boxes
        .filter(({ left, right }) => left < box.right && box.left < right)
        .map(({ top }) => top - box.bottom);
      const beside = boxes
        .filter(({ top, bottom }) => top < box.bottom && box.top < bottom)
        .map(({ left }) => left - box.right);
      return [below, beside].flatMap((all) => {
        const after = all.filter((gap) => gap > 0);
        return after.length > 0 ? [Math.round(Math.min(...after))] : [];
      });
    });
    return [...new Set(gaps)];
  });
}

/** Between the badge of a lead and the time for which it has had its status. */
async function roomAboveTime(row: Locator): Promise<number> {
  const badge = await boxOf(row.locator('[data-colour]').first());
  const time = await boxOf(row.locator('td[data-label="Status"] time'));
  return time.y - (badge.y + badge.height);
}

async function expectWithin(whole: Locator, parts: Locator[]): Promise<void> {
  const outer = await boxOf(whole);
  for (const part of parts) {
    const inner = await boxOf(part);
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  }
}
