import { routes } from '#contract/routes.ts';
import { addLead } from './portal.ts';
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

test('Whoever signs in next sees nothing of who was there before', async ({ page, portal }) => {
  const first = await portal.newPartner({ name: 'First One' });
  const second = await portal.newPartner();
  await addLead(first, { company_name: 'Only Of The First Ltd' });
  await signInAs(page, first);
  await page.goto('/dashboard');
  await expect(page.getByText('Only Of The First Ltd')).toBeVisible();
  await page.getByRole('button', { name: /First One.*Sign out/ }).click();
  // No answer for the second: whatever is shown can only be left over from the first.
  await page.route('**/api/leads**', () => {});
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Password', { exact: true }).fill(second.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /Pat Partner.*Sign out/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Recent Leads' })).toBeVisible();
  await expect(page.getByText('Only Of The First Ltd')).toHaveCount(0);
  await expect(page.getByText('First One')).toHaveCount(0);
});
