import type { Locator, Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { type Portal, startPortal } from './portal.ts';
import {
  changeColourMode,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  rowsOf,
  test,
} from './test.ts';

/** Tests that look at the demo's leads, in a portal of their own. */
const demo = test.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: the test tool reads the dependencies from it
    async ({}, use) => {
      const portal = await startPortal({}, ['--demo']);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

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

  demo(
    'no list makes the page scroll sideways at any width, and at 1920 px nothing of an ordinary row is cut',
    async ({ page, admin: _ }) => {
      for (const [path, table] of [
        ['/leads?size=50', 'Leads'],
        ['/live?size=50', 'Live companies'],
        ['/dashboard', 'Recent Leads'],
        ['/partners', 'Partners'],
      ] as const) {
        await page.goto(path);
        await expect(rowsOf(page, table).nth(4)).toBeVisible();
        for (const width of [390, 640, 768, 959, 960, 1100, 1280, 1440, 1920]) {
          await page.setViewportSize({ width, height: width === 1920 ? 1080 : 800 });
          await expectNoSidewaysScroll(page);
        }
        expect(await cutTexts(rowsOf(page, table))).toEqual([]);
      }
    },
  );

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
    'at 768 px the head of Leads and its pager take a line each, and nothing of them is cut',
    async ({ page, admin: _ }) => {
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.goto('/leads');
      await expect(rowsOf(page, 'Leads')).toHaveCount(10);
      const head = page.locator('main header').first();
      const parts = [
        head.getByRole('heading'),
        head.getByRole('button', { name: 'Views' }),
        head.getByRole('link', { name: 'Upload Leads' }),
        head.getByRole('link', { name: 'Add Lead' }),
      ];
      for (const part of parts) {
        expect(Math.abs((await middleOf(part)) - (await middleOf(head)))).toBeLessThanOrEqual(4);
        expect(await part.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      }
      const pager = page.getByRole('navigation', { name: 'Pages' });
      const place = pager.getByText('Page 1 of 26 (259 total results)');
      expect(await heightOf(place)).toBeLessThan(20);
      for (const part of [pager.getByText('Rows'), place, pager.getByRole('combobox')]) {
        expect(Math.abs((await middleOf(part)) - (await middleOf(pager)))).toBeLessThanOrEqual(1);
      }
      const heights = await pager
        .locator('select, button')
        .evaluateAll((controls) => controls.map((control) => control.clientHeight));
      expect(new Set(heights).size).toBe(1);
      // Counts of millions stay within the height that the buttons take.
      const before = await heightOf(pager);
      await place.evaluate((text) => {
        text.textContent = 'Page 100000 of 120000 (1200000 total results)';
      });
      expect(await heightOf(pager)).toBe(before);
      await expectNoSidewaysScroll(page);
    },
  );

  demo('cards stand one gap apart, beside and below each other', async ({ page, admin }) => {
    const { partners } = await admin.call(routes.listPartners);
    for (const path of ['/dashboard', `/partners/${partners[0]?.id}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Commissions' })).toBeVisible();
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
    'checkboxes, marks and times of leads have their room, and the search that of its words',
    async ({ page, admin: _ }) => {
      await page.goto('/leads?unread=true');
      const rows = rowsOf(page, 'Leads');
      await expect(rows.nth(1)).toBeVisible();
      const search = page.getByRole('textbox', { name: 'Search leads' });
      // Beside the number of filters there is the least room.
      expect(await placeholderIsCut(search)).toBe(false);
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
        const badge = await boxOf(rows.first().locator('[data-colour]').first());
        const time = await boxOf(rows.first().locator('td[data-label="Status"] time'));
        expect(time.y - (badge.y + badge.height)).toBeGreaterThanOrEqual(4);
      }
      expect(await heightOf(rows.first())).toBeLessThanOrEqual(53);
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
      expect((await boxOf(button('Set status'))).x - (count.x + count.width)).toBe(16);
      const last = await boxOf(button('Clear selection'));
      const whole = await boxOf(bar);
      expect(whole.x + whole.width - (last.x + last.width)).toBeLessThan(12);
      await page.setViewportSize(phone);
      const ends: number[] = [];
      for (const name of ['Move to partner', 'Delete']) {
        const { x, width } = await boxOf(button(name));
        ends.push(Math.round(x + width));
      }
      expect(new Set(ends).size).toBe(1);
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
      for (const path of ['/leads/add', '/partners/add']) {
        await page.goto(path);
        const form = await boxOf(page.locator('form'));
        const card = await boxOf(page.locator('section').filter({ has: page.locator('form') }));
        const title = await boxOf(page.getByRole('heading', { level: 1 }));
        expect(form.width).toBe(720);
        expect(card.x + card.width - (form.x + form.width)).toBe(form.x - card.x);
        expect(card.x).toBe(title.x);
      }
      await page.goto('/leads/add');
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
        expect(button.x + button.width).toBe(end.x + end.width);
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

function placeholderIsCut(field: Locator): Promise<boolean> {
  return field.evaluate((input: HTMLInputElement) => {
    input.value = input.placeholder;
    const isCut = input.scrollWidth > input.clientWidth;
    input.value = '';
    return isCut;
  });
}

async function middleOf(target: Locator): Promise<number> {
  const { y, height } = await boxOf(target);
  return y + height / 2;
}

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
    return cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight + 2;
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

async function heightOf(target: Locator): Promise<number> {
  return (await boxOf(target)).height;
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}
