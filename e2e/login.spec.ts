import { expect, expectAccessible, expectAccessibleInEveryMode, test } from './test.ts';

test('A partner signs in with the keyboard alone and lands on the dashboard', async ({
  page,
  portal,
}) => {
  const partner = await portal.newPartner();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(partner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(partner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored).toEqual(expect.arrayContaining(['token', 'refresh_token']));
});

test('A wrong password is refused with the words of the specification', async ({
  page,
  portal,
}) => {
  const partner = await portal.newPartner();
  await page.goto('/login');
  await page.getByLabel('Email').fill(partner.email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-pass-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expectAccessible(page);
});

test('A password that needs attention holds nobody up, and is told in the portal until it is hidden', async ({
  page,
  portal,
}) => {
  const partner = await portal.newPartner();
  await page.route('**/api/login', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ json: { ...body, password_warning: 'Your password is old.' } });
  });
  const signIn = async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(partner.email);
    await page.getByLabel('Password', { exact: true }).fill(partner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  };
  await signIn();
  await expect(page.getByRole('alert')).toContainText('Your password is old.');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your password is old.');
  await page.getByRole('button', { name: 'Hide for 7 days' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: /Sign out/ }).click();
  await signIn();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('The login page is accessible in light and dark mode, wide and narrow', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessibleInEveryMode(page);
});
