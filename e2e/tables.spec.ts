import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { boxOf, demo, heightOf } from './demo.ts';
import { expect, expectEllipsis, expectNoSidewaysScroll, phone, rowsOf } from './test.ts';

demo.describe('with the demo’s leads, for an administrator,', () => {
  // One after the other: a second portal would take longer to start than they take.
  demo.describe.configure({ mode: 'default' });

  demo('from 1280 px Company is the widest column', async ({ page, admin: _ }) => {
    await page.goto('/leads?size=50');
    await expect(rowsOf(page, 'Leads')).toHaveCount(50);
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await widestColumn(page)).toBe(0);
    }
    // Scroll bars that take a place of their own leave less.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addStyleTag({ content: 'body { margin-right: 17px }' });
    expect(await widestColumn(page)).toBe(0);
  });

  for (const [path, table] of [
    ['/leads?size=50', 'Leads'],
    ['/live?size=50', 'Live companies'],
    ['/dashboard', 'Recent Leads'],
    ['/partners', 'Partners'],
  ] as const) {
    demo(
      `${table} never makes the page scroll sideways; what may be cut ends in an ellipsis and is told in full on hover`,
      async ({ page, admin: _ }) => {
        await page.goto(path);
        const rows = rowsOf(page, table);
        await expect(rows.nth(4)).toBeVisible();
        for (const width of [390, 640, 768, 959, 960, 1100, 1280, 1440, 1920]) {
          await page.setViewportSize({ width, height: width === 1920 ? 1080 : 800 });
          await expectNoSidewaysScroll(page);
          expect(await untoldTexts(rows), `at ${width} px`).toEqual([]);
          expect(await brokenDates(rows), `at ${width} px`).toEqual([]);
        }
      },
    );
  }

  demo(
    'at 1024 px Company and Actions stay in view while the keyboard scrolls the rest',
    async ({ page, admin: _ }) => {
      await page.setViewportSize({ width: 1024, height: 800 });
      await page.goto('/leads');
      const region = page.getByRole('region', { name: 'Leads, scrollable' });
      await expect(region).toHaveAttribute('data-more-after');
      const row = rowsOf(page, 'Leads').first();
      const status = row.getByRole('button', { name: /change status/ });
      await region.focus();
      for (let presses = 0; presses < 20 && !(await isOnTop(status)); presses++) {
        await page.keyboard.press('ArrowRight');
      }
      expect(await isOnTop(status)).toBe(true);
      await expect(region).toHaveAttribute('data-more-before');
      // Nothing that scrolls shows through them, also where the pointer is.
      await row.hover();
      expect(await isOnTop(row.getByText('Alder & Finch'))).toBe(true);
      expect(await isOnTop(row.getByRole('button', { name: /Delete lead/ }))).toBe(true);
      const grounds = await row
        .locator('[data-edge]')
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor));
      for (const ground of grounds) expect(ground).toMatch(/^rgb\(/);
      // Scrolled to its end: halfway there, what is half covered is too small to be pressed.
      await region.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
      await expect(region).not.toHaveAttribute('data-more-after');
      await expectAccessible(page);
    },
  );

  demo('on a phone the longest name stays within its bar', async ({ page, admin: _ }) => {
    await page.setViewportSize(phone);
    await page.goto('/leads?search=Honourable');
    await page.getByRole('link', { name: /^The Honourable Company/ }).click();
    const bar = page.getByRole('banner');
    const name = bar.getByText(/^The Honourable Company/);
    await expect(name).toBeVisible();
    await expectEllipsis(name);
    const [inner, outer] = [await boxOf(name), await boxOf(bar)];
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  });

  demo(
    'a phone shows a lead as company and status, contact and date, and everything about it on tap',
    async ({ page, admin: _ }) => {
      await page.setViewportSize(phone);
      await page.goto('/leads');
      const rows = rowsOf(page, 'Leads');
      await expect(rows).toHaveCount(10);
      const shown = await rows
        .first()
        .locator('td:visible')
        .evaluateAll((cells) => cells.flatMap((cell) => cell.dataset.card ?? []));
      expect(shown).toEqual(['title', 'line', 'aside', 'note']);

      const card = rows.first();
      const email = card.getByRole('link', { name: 'elena.0@alderfinch.example' });
      await expect(card.getByText('Elena Marchetti')).toBeVisible();
      await expect(email).toBeHidden();
      // A press anywhere else opens the lead.
      await card.getByRole('button', { name: 'Details of Alder & Finch' }).click();
      await expect(email).toBeVisible();
      for (const text of ['Nora Lindqvist', '+44 20 7946 0100', 'alderfinch.example']) {
        await expect(card.getByText(text, { exact: true })).toBeVisible();
      }
      const pressed = [
        card.getByRole('button', { name: /change status/ }),
        card.getByRole('button', { name: 'Details of Alder & Finch' }),
        card.getByRole('button', { name: 'Delete lead Alder & Finch' }),
        email,
      ];
      for (const target of pressed) expect(await heightOf(target)).toBeGreaterThanOrEqual(44);
      // The lines between its facts end where the facts do, a button among them by its icon.
      const ends = await card
        .locator('td[data-card="fact"], td[data-card="fact"] svg')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
      expect(new Set(ends.map(Math.round)).size).toBe(1);
      await expectAccessible(page);
    },
  );
});

/** Texts that a cell may cut without an ellipsis, or without telling them in full on hover. */
function untoldTexts(rows: Locator): Promise<string[]> {
  return rows.locator('td').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const holdersOf = (text: Node) => {
        const holders: HTMLElement[] = [];
        for (let at = text.parentElement; at && at !== cell; at = at.parentElement)
          holders.push(at);
        return holders;
      };
      const isUnseen = (holder: HTMLElement) =>
        holder.offsetWidth <= 1 || getComputedStyle(holder).fontSize === '0px';
      const endsInEllipsis = (holder: HTMLElement) => {
        const { textOverflow, webkitLineClamp } = getComputedStyle(holder);
        return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      };
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const untold: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent?.trim() ?? '';
        const holders = holdersOf(texts.currentNode);
        const cutting = holders.find((one) => getComputedStyle(one).overflowX !== 'visible');
        if (!text || !cutting || holders.some(isUnseen)) continue;
        // A time tells its exact moment, and a live company has a tooltip.
        const isTold = holders.some(
          (one) => one.title.includes(text) || one.matches('time[title], a[href^="/companies/"]'),
        );
        if (!isTold || !endsInEllipsis(cutting)) untold.push(text);
      }
      return untold;
    }),
  );
}

/** Dates that might be broken into two lines. */
function brokenDates(rows: Locator): Promise<string[]> {
  return rows
    .locator('time')
    .evaluateAll((dates) =>
      dates
        .filter((date) => getComputedStyle(date).whiteSpace !== 'nowrap')
        .map((date) => date.textContent ?? ''),
    );
}

async function widestColumn(page: Page): Promise<number> {
  const widths = await page
    .locator('th')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
  return widths.indexOf(Math.max(...widths));
}

/** Whether a press on its middle would reach it. */
function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return element === hit || element.contains(hit);
  });
}
