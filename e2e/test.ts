import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
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
    { scope: 'worker', timeout: 180_000 },
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
  partner: async ({ portal, profile }, use) => {
    const partner = await portal.newPartner();
    await signInWith(profile, partner);
    await use(partner);
  },
  admin: async ({ portal, profile }, use) => {
    const admin = await portal.admin();
    await signInWith(profile, admin);
    await use(admin);
  },
});

export { expect };

/** Nothing but the storage of the web app is needed of it. */
export const lightestPage = '/healthz';

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

/** For all pages of the profile, by the one that is always open. */
async function signInWith(profile: BrowserContext, account: Account): Promise<void> {
  const [first] = profile.pages();
  if (first) await storeTokens(first, account);
}

export async function signInAs(page: Page, account: Account): Promise<void> {
  await page.goto(lightestPage);
  await storeTokens(page, account);
}

/** Puts an account's tokens where the web app keeps them. */
async function storeTokens(page: Page, { token, refreshToken }: Account): Promise<void> {
  await page.evaluate(
    (tokens) => {
      localStorage.setItem('token', tokens.token);
      localStorage.setItem('refresh_token', tokens.refreshToken);
    },
    { token, refreshToken },
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

/** The page as a whole must not scroll sideways, whatever it shows. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

/** Where a text is too long, it stays on its line and ends in an ellipsis, in any font. */
export async function expectEllipsis(text: Locator): Promise<void> {
  await expect(text).toHaveCSS('white-space', 'nowrap');
  await expect(text).toHaveCSS('overflow-x', /hidden|clip/);
  await expect(text).toHaveCSS('text-overflow', 'ellipsis');
}

export function toastOf(page: Page, text: string) {
  return page.locator('.mantine-Notification-root').filter({ hasText: text });
}

/** The rows of a table once it has arrived, not those that keep its place until then. */
export function rowsOf(page: Page, table: string) {
  const arrived = page.locator('table[aria-busy="false"]');
  return page.getByRole('table', { name: table, exact: true }).and(arrived).locator('tbody tr');
}

/** Keeps a call on its way until the test lets it go on. */
export async function hold(page: Page, call: Parameters<Page['route']>[0]): Promise<() => void> {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    // Given up meanwhile: there is nothing left to continue.
    await route.continue().catch(() => {});
  });
  return goOn;
}
