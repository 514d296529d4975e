import { routes } from '#contract/routes.ts';
import { expect, signInAs, test } from './test.ts';

const expired = { status: 401, json: { error: 'Token has expired' } };

test('Without a session every screen leads to the login page', async ({ page }) => {
  for (const path of ['/', '/dashboard', '/leads', '/partners/add', '/nowhere']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('Unknown paths lead to the dashboard, the old API paths to the API page', async ({
  page,
  partner: _,
}) => {
  for (const [path, target] of [
    ['/', '/dashboard'],
    ['/nowhere', '/dashboard'],
    ['/login', '/dashboard'],
    ['/api-tokens', '/api'],
    ['/api-docs', '/api'],
  ]) {
    await page.goto(path ?? '');
    await expect(page).toHaveURL(new RegExp(`${target}$`));
  }
});

test('A partner is sent from administrators’ screens to the dashboard', async ({
  page,
  partner,
}) => {
  for (const path of ['/partners', '/partners/add', `/partners/edit/${partner.id}`]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await expect(page.getByRole('link', { name: 'Partners' })).toHaveCount(0);
});

test('Nothing renders until the stored session has been checked', async ({ page, partner: _ }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/me', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/me');
  await page.goto('/leads');
  await asked;
  await expect(page.locator('#root')).toHaveText('');
  answer();
  await expect(page.getByRole('heading', { name: 'Leads Management' })).toBeVisible();
});

test('A stored token that is none clears the session', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('token', 'made-up'));
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('Calls that expire together cause one refresh, and each is made once more', async ({
  page,
  partner,
}) => {
  const stale = partner.token;
  const counts: string[] = [];
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/refresh-token')) refreshes += 1;
  });
  await page.route('**/api/leads**', async (route) => {
    const isStale = route.request().headers().authorization === `Bearer ${stale}`;
    if (!isStale) counts.push(route.request().url());
    await (isStale ? route.fulfill(expired) : route.continue());
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /In Progress/ })).toContainText('0');
  await expect(page.getByText('No leads found')).toBeVisible();
  expect(refreshes).toBe(1);
  expect(new Set(counts).size).toBe(6);
  expect(counts).toHaveLength(6);
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(stale);
});

test('A token that is expired for good is refreshed once, not for ever', async ({
  page,
  partner: _,
}) => {
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/refresh-token')) refreshes += 1;
  });
  await page.route('**/api/leads?**', (route) => route.fulfill(expired));
  await page.goto('/leads');
  await expect(page.getByText('Failed to load leads. Please try again.')).toBeVisible();
  expect(refreshes).toBe(1);
});

test('A refresh that is refused clears both tokens and leads to the login page', async ({
  page,
  partner,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await partner.call(routes.logout);
  await page.route('**/api/leads**', (route) => route.fulfill(expired));
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('refresh_token');
});

test('The block at the foot of the sidebar signs out, here and in other tabs', async ({
  page,
  partner,
  context,
}) => {
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/leads');
  await expect(other.getByRole('heading', { name: 'Leads Management' })).toBeVisible();

  const block = page.getByRole('button', { name: /Sign out/ });
  await expect(block).toContainText(partner.name);
  await expect(block).toContainText(partner.company ?? '');
  await block.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token');
});

test('Signing out clears the tokens even if the server cannot be told', async ({
  page,
  partner: _,
}) => {
  await page.goto('/dashboard');
  await page.route('**/api/logout', (route) => route.abort());
  await page.getByRole('button', { name: /Sign out/ }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('refresh_token');
});

test('A refused CSRF token is fetched anew once and the call repeated', async ({
  page,
  partner: _,
}) => {
  let tries = 0;
  await page.route('**/api/tokens', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    tries += 1;
    const forged = { ...route.request().headers(), 'x-csrf-token': 'forged' };
    return tries === 1 ? route.continue({ headers: forged }) : route.continue();
  });
  await page.goto('/api');
  await page.getByRole('button', { name: 'Create Token' }).click();
  await page.getByLabel('Token Name').fill('CRM');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Create/ })
    .click();
  await expect(page.getByText('This token will only be shown once.')).toBeVisible();
  expect(tries).toBe(2);
});

test('Whoever signs in next sees nothing of who was there before', async ({ page, portal }) => {
  const [first, second] = [
    await portal.newPartner({ name: 'First One' }),
    await portal.newPartner(),
  ];
  await signInAs(page, first);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /First One.*Sign out/ }).click();
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Password', { exact: true }).fill(second.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /Pat Partner.*Sign out/ })).toBeVisible();
  await expect(page.getByText('First One')).toHaveCount(0);
});
