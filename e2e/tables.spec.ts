import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { demo, heightOf } from './demo.ts';
import { expect, expectNoSidewaysScroll, phone, rowsOf } from './test.ts';

demo.describe('with the demo’s leads, for an administrator,', () => {
  // One after the other: a second portal would take longer to start than they take.
  demo.describe.configure({ mode: 'default' });

  demo(
    'from 1280 px Company is the widest column and not cut, an email keeps its domain, a status its words and a date its line',
    async ({ page, admin: _ }) => {
      await page.goto('/leads?size=50');
      const rows = rowsOf(page, 'Leads');
      await expect(rows).toHaveCount(50);
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await cutTexts(rows, ['Company', 'Email', 'Status'])).toEqual([]);
        const heights = await rows
          .locator('a[href^="mailto:"], time')
          .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
        expect(Math.max(...heights)).toBeLessThan(24);
        expect(await widestColumn(page)).toBe(0);
        const cutEmails = await cutEmailsOf(rows);
        expect(cutEmails.filter(({ gap }) => gap > 1)).toEqual([]);
        // One of them has a domain so long that it leaves its name fewer letters.
        expect(cutEmails.filter(({ letters }) => letters < 8).length).toBeLessThanOrEqual(1);
        expect(cutEmails.filter(({ letters }) => letters < 5)).toEqual([]);
        // The longest of the usual ones takes two lines, any other one.
        const inTwoLines = await rows
          .locator('[data-colour] > span')
          .evaluateAll((texts) =>
            texts.flatMap((text) => (text.clientHeight > 20 ? [text.textContent] : [])),
          );
        const others = inTwoLines.filter((text) => text !== 'Closed Won (Implementation)');
        expect(others).toEqual([]);
        expect(await fitsAsPartner(rows.first(), 'Administrator')).toBe(true);
      }
      // Scroll bars that take a place of their own leave less.
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.addStyleTag({ content: 'body { margin-right: 17px }' });
      expect(await widestColumn(page)).toBe(0);
    },
  );

  for (const [path, table] of [
    ['/leads?size=50', 'Leads'],
    ['/live?size=50', 'Live companies'],
    ['/dashboard', 'Recent Leads'],
    ['/partners', 'Partners'],
  ] as const) {
    demo(
      `${table} never makes the page scroll sideways, and at 1920 px nothing of an ordinary row is cut`,
      async ({ page, admin: _ }) => {
        await page.goto(path);
        await expect(rowsOf(page, table).nth(4)).toBeVisible();
        for (const width of [390, 640, 768, 959, 960, 1100, 1280, 1440, 1920]) {
          await page.setViewportSize({ width, height: width === 1920 ? 1080 : 800 });
          await expectNoSidewaysScroll(page);
        }
        expect(await cutTexts(rowsOf(page, table))).toEqual([]);
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
    const ends = async (part: Locator) =>
      part.evaluate((box) => [box.scrollHeight, box.getBoundingClientRect().right]);
    const [[height = 0, right = 0], [barHeight = 0, barRight = 0]] = [
      await ends(name),
      await ends(bar),
    ];
    expect(height).toBeLessThan(barHeight);
    expect(right).toBeLessThanOrEqual(barRight);
  });

  demo(
    'a phone shows at least four leads, and everything about one on tap',
    async ({ page, admin: _ }) => {
      await page.setViewportSize(phone);
      await page.goto('/leads');
      const rows = rowsOf(page, 'Leads');
      await expect(rows).toHaveCount(10);
      const bottoms = await rows.evaluateAll((cards) =>
        cards.map((card) => card.getBoundingClientRect().bottom),
      );
      expect(bottoms.filter((bottom) => bottom <= phone.height).length).toBeGreaterThanOrEqual(4);

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

/** What is not shown in full in rows of names of ordinary length, all of it or that of some columns. */
function cutTexts(rows: Locator, columns?: string[]): Promise<string[]> {
  return rows.evaluateAll((all, wanted) => {
    const texts = (row: Element) => [...row.querySelectorAll<HTMLElement>('[title]')];
    const isOrdinary = (row: Element) => texts(row).every(({ title }) => title.length < 50);
    const isCut = (element: Element) =>
      getComputedStyle(element).overflow !== 'visible' &&
      element.clientWidth > 0 &&
      (element.scrollWidth > element.clientWidth ||
        element.scrollHeight > element.clientHeight + 2);
    const pen = document.createElement('canvas').getContext('2d');
    // The style sheet writes the domain, so it is no element that could be measured.
    const domainIsCut = (link: Element) => {
      const { fontSize, fontFamily, letterSpacing } = getComputedStyle(link);
      if (pen) pen.font = `${fontSize} ${fontFamily}`;
      if (pen) pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
      const needed = pen?.measureText(link.getAttribute('data-domain') ?? '').width ?? 0;
      const name = link.firstElementChild ?? link;
      const room = link.getBoundingClientRect().right - name.getBoundingClientRect().right;
      return needed > room + 0.5;
    };
    return all
      .filter(isOrdinary)
      .flatMap((row) => [...row.querySelectorAll<HTMLElement>('td')])
      .filter((cell) => !wanted || wanted.includes(cell.dataset.label ?? ''))
      .filter((cell) => {
        const link = cell.querySelector('a[data-domain]');
        if (link && domainIsCut(link)) return true;
        // An email may be cut before its @, but on no account after it.
        return !(link && wanted) && [...cell.querySelectorAll('*')].some(isCut);
      })
      .map((cell) => cell.textContent ?? '');
  }, columns);
}

async function widestColumn(page: Page): Promise<number> {
  const widths = await page
    .locator('th')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
  return widths.indexOf(Math.max(...widths));
}

/** The emails whose name is cut: how many letters of it show, and the gap behind its ellipsis. */
function cutEmailsOf(rows: Locator) {
  return rows.locator('a[data-domain] > span').evaluateAll((names) =>
    names
      .filter((name) => name.scrollWidth > name.clientWidth)
      .map((name) => {
        const probe = document.createElement('span');
        probe.textContent = '…';
        name.after(probe);
        const ellipsis = probe.getBoundingClientRect().width;
        probe.remove();
        const text = name.firstChild as Text;
        const room = name.getBoundingClientRect().width;
        const range = document.createRange();
        range.setStart(text, 0);
        let letters = 0;
        let gap = room;
        for (let count = 1; count <= text.length; count++) {
          range.setEnd(text, count);
          const left = room - range.getBoundingClientRect().width - ellipsis;
          if (left < 0) break;
          letters = count;
          gap = left;
        }
        return { email: name.textContent, letters, gap };
      }),
  );
}

/** Whether a partner of this name would show in full in this row. */
function fitsAsPartner(row: Locator, name: string): Promise<boolean> {
  return row.locator('td[data-label="Partner"] [title]').evaluate((cell, text) => {
    cell.textContent = text;
    const letters = document.createRange();
    letters.selectNodeContents(cell);
    // To a part of a pixel: that much is enough to be cut, and rounded away in its scroll width.
    const [needed, given] = [letters.getBoundingClientRect(), cell.getBoundingClientRect()];
    return needed.width <= given.width && cell.scrollHeight <= cell.clientHeight + 2;
  }, name);
}

/** Whether a press on its middle would reach it. */
function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return element === hit || element.contains(hit);
  });
}
