import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { asOpened } from './as-opened.ts';
import { type Account, type Portal, startPortal } from './portal.ts';

type TestFixtures = {
  /** A new partner, signed in on this test's page. */
  partner: Account;
  /** The administrator, signed in on this test's page. */
  admin: Account;
};

type WorkerFixtures = {
  portal: Portal;
  /** What the tests of a worker share: the web app is loaded and compiled once, not for each of them. */
  profile: BrowserContext;
};

/**
 * Each worker has its own portal and its own profile of the browser; each test its own pages and its
 * own partner, so that none sees another's leads.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: the test tool reads the dependencies from it
    async ({}, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  profile: [
    async ({ browser, portal }, use) => {
      const { contextOptions, ...options } = asOpened;
      const baseURL = portal.url;
      const profile = await browser.newContext({ baseURL, ...options, ...contextOptions });
      // As long as one page is open, what is compiled is kept.
      const first = await profile.newPage();
      await first.goto(lightestPage);
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ profile }, use) => {
    await use(profile);
    await leaveAsNew(profile);
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  partner: async ({ portal, page }, use) => {
    const partner = await portal.newPartner();
    await signInAs(page, partner);
    await use(partner);
  },
  admin: async ({ portal, page }, use) => {
    const admin = await portal.admin();
    await signInAs(page, admin);
    await use(admin);
  },
});

export { expect };

/** Nothing but the storage of the web app is needed of it. */
const lightestPage = '/healthz';

/** The pages of a test, and what they stored, allowed and stood in for, are gone. */
async function leaveAsNew(profile: BrowserContext): Promise<void> {
  const [first, ...opened] = profile.pages();
  for (const page of opened) await page.close();
  await profile.setOffline(false);
  await profile.unrouteAll();
  await profile.clearPermissions();
  await profile.clearCookies();
  await first?.evaluate(() => localStorage.clear());
}

/** Puts an account's tokens where the web app keeps them. */
export async function signInAs(page: Page, account: Account): Promise<void> {
  await page.goto(lightestPage);
  await page.evaluate(
    ([token, refreshToken]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('refresh_token', refreshToken);
    },
    [account.token, account.refreshToken] as const,
  );
}

/** Changes the colours as another tab of the same browser does, without loading the page again. */
export async function changeColourMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('colour-mode', newValue);
    dispatchEvent(
      new StorageEvent('storage', { key: 'colour-mode', newValue, storageArea: localStorage }),
    );
  }, mode);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', mode);
}

export const wide = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Checks = { type: 'tag' | 'rule'; values: string[] };

/** WCAG 2.2 AA as far as a machine can tell: nothing serious, nothing critical. */
export async function expectAccessible(
  page: Page,
  runOnly: Checks = { type: 'tag', values: standards },
): Promise<void> {
  // Reading axe takes as long as some of its rules: a page that has it keeps it.
  const isThere = await page.evaluate(() => 'axe' in window);
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    // What is fine need not be told in detail, and without frames no second page has to put the
    // parts together: the same findings in a third of the time.
    .options({ runOnly, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
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

/** The page as a whole must not scroll sideways, whatever it shows. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

export function toastOf(page: Page, text: string) {
  return page.locator('.mantine-Notification-root').filter({ hasText: text });
}

/** The rows of a table once it has arrived, not those that keep its place until then. */
export function rowsOf(page: Page, table: string) {
  const arrived = page.locator('table[aria-busy="false"]');
  return page.getByRole('table', { name: table, exact: true }).and(arrived).locator('tbody tr');
}
