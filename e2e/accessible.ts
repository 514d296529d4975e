import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { changeColourMode, expect, expectNoSidewaysScroll, phone, wide } from './test.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const contrastOfNotAlike = [{ id: 'color-contrast', selector: '*:not([data-alike])' }];

type Checks = { type: 'tag' | 'rule'; values: string[] };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Marks each text that looks like two before it: drawn in the same way, within elements that are
 * drawn in the same way. To look at the contrast of those two, should something lie over the one, is
 * to look at that of all.
 */
function markAlike(): void {
  const drawing = ['color', 'background-color', 'background-image', 'opacity', 'filter'];
  const writing = ['font-size', 'font-weight', 'text-shadow'];
  const hiding = ['display', 'visibility', 'position', 'clip', 'clip-path', 'overflow'];
  const turnedOff = ':disabled, [aria-disabled="true"], [aria-hidden="true"], [inert]';
  const ids = new Map<string, number>();
  const idOf = (key: string) => ids.get(key) ?? ids.set(key, ids.size).size - 1;
  const known = new Map<Element, number>();
  /** Of two elements it is the same number where they, and all around them, look the same. */
  const looksOf = (element: Element): number => {
    const style = getComputedStyle(element);
    const drawn = [...drawing, ...writing, ...hiding].map((name) => style.getPropertyValue(name));
    const labelled = element instanceof HTMLLabelElement ? element.control : null;
    const isOff = element.matches(turnedOff) || labelled?.matches(turnedOff);
    const around = element.parentElement ? lookUp(element.parentElement) : '';
    return idOf([around, element.tagName, isOff, ...drawn].join('|'));
  };
  const lookUp = (element: Element): number => {
    const looks = known.get(element) ?? looksOf(element);
    known.set(element, looks);
    return looks;
  };
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const counts = new Map<number, number>();
  for (const element of document.querySelectorAll('body *')) {
    if (!hasText(element)) continue;
    const looks = lookUp(element);
    const before = counts.get(looks) ?? 0;
    counts.set(looks, before + 1);
    element.toggleAttribute('data-alike', before >= 2);
  }
}

/** WCAG 2.2 AA as far as a machine can tell: nothing serious, nothing critical. */
export async function expectAccessible(
  page: Page,
  runOnly: Checks = { type: 'tag', values: standards },
): Promise<void> {
  // Reading axe takes as long as some of its rules: a page that has it keeps it.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.evaluate(axe.source);
    await page.evaluate((rules) => window.axe.configure({ rules }), contrastOfNotAlike);
  }
  await page.evaluate(markAlike);
  const { violations } = await page.evaluate(
    // What is fine need not be told in detail.
    (only) => window.axe.run({ runOnly: only, resultTypes: ['violations'] }),
    runOnly,
  );
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const report = grave.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
  expect(report).toEqual([]);
}

/**
 * A screen as it stands, in dark and in light mode, at each size, none of which it is too wide for;
 * leaves it light, at the last one.
 */
export async function expectAccessibleInEveryMode(
  page: Page,
  sizes = [wide, phone],
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await changeColourMode(page, 'dark');
    // The rest does not know colours: the light mode shows it.
    await expectAccessible(page, { type: 'rule', values: ['color-contrast'] });
    await changeColourMode(page, 'light');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}
