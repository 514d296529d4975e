import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { changeColourMode, expect, expectNoSidewaysScroll, phone, wide } from './test.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type Checks = { type: 'tag' | 'rule'; values: string[] };

type Colour = { r: number; g: number; b: number; alpha: number };
type Commons = { color: { Color: { prototype: { parseString(text: string): Colour } } } };

declare global {
  interface Window {
    axe: typeof axe & { commons: Commons };
  }
}

/**
 * A page has about ten colours, of which axe reads each anew for every text before it and every area
 * behind that: a third of what it does.
 */
function rememberColours(): void {
  const { prototype } = window.axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Colour>();
  prototype.parseString = function (text: string) {
    const colour = known.get(text);
    if (colour) return Object.assign(this, colour);
    const { r, g, b, alpha } = read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this as unknown as Colour;
  };
}

/** WCAG 2.2 AA as far as a machine can tell: nothing serious, nothing critical. */
export async function expectAccessible(
  page: Page,
  runOnly: Checks = { type: 'tag', values: standards },
): Promise<void> {
  // Reading axe takes as long as some of its rules: a page that has it keeps it.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.evaluate(axeSource);
    await page.evaluate(rememberColours);
  }
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
  for (const [index, size] of sizes.entries()) {
    await page.setViewportSize(size);
    // Each size begins in the mode in which the last has ended: to draw all in the other takes long.
    const endsLight = (sizes.length - index) % 2 === 1;
    for (const mode of endsLight ? darkThenLight : darkThenLight.toReversed()) {
      await changeColourMode(page, mode);
      // The rest does not know colours: the light mode shows it.
      await expectAccessible(page, mode === 'dark' ? contrast : undefined);
    }
    await expectNoSidewaysScroll(page);
  }
}

const darkThenLight = ['dark', 'light'] as const;
/** The one kind that knows colours. */
export const contrast: Checks = { type: 'rule', values: ['color-contrast'] };
