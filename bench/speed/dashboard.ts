import { chromium, type Page } from '@playwright/test';
import type { Case, Row } from './rows.ts';
import type { Part } from './told.ts';

/** Short enough that a fixed delay shows, and what waits for an answer is still told from what does not. */
const roundTripMilliseconds = 100;
/** Long enough for whatever waits for an answer, and for what that leads to. */
const restMilliseconds = 1_500;
/** What the session needs before anything else, and what never ends. */
const notData = /\/api\/(csrf-token|me|refresh-token|login|events\/stream)/;

type Asked = { url: string; at: number };

/** The calls of a dashboard that is opened by somebody who is signed in. */
async function callsOf(page: Page, portal: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (url.includes('/api/') && !notData.test(url)) asked.push({ url, at: performance.now() });
  });
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, roundTripMilliseconds));
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${portal}/dashboard`);
  await page.getByRole('table').first().waitFor();
  await page.waitForTimeout(restMilliseconds);
  return asked;
}

type Role = 'partner' | 'administrator';
type Account = { email: string; password: string };

const nameOf = (role: Role) => `dashboard, ${role}`;
const madeTwice = (role: Role): Case => ({
  name: `${nameOf(role)}, calls made twice`,
  unit: 'calls',
  target: 0,
  is: 'at most',
});
const withinRoundTrip = (role: Role): Case => ({
  name: `${nameOf(role)}, data asked for within a round trip`,
  unit: 'times',
  target: 1,
  is: 'at most',
});

export const dashboard = (portal: string, role: Role, account: Account): Part => ({
  name: nameOf(role),
  cases: [madeTwice(role), withinRoundTrip(role)],
  measure: () => measure(portal, role, account),
});

async function measure(portal: string, role: Role, account: Account): Promise<Row[]> {
  const executablePath = process.env.CHROMIUM || undefined;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${portal}/login`);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/dashboard/);
    // What the sign-in itself has opened still loads, and is not what is counted.
    await page.goto('about:blank');
    const asked = await callsOf(page, portal);
    const urls = asked.map(({ url }) => url);
    const times = asked.map(({ at }) => at);
    const apart = times.length > 0 ? Math.max(...times) - Math.min(...times) : 0;
    return [
      {
        ...madeTwice(role),
        ours: urls.length - new Set(urls).size,
        note: `of ${urls.length} calls`,
      },
      { ...withinRoundTrip(role), ours: apart / roundTripMilliseconds },
    ];
  } finally {
    await browser.close();
  }
}
