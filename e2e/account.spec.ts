import { routes } from '#contract/routes.ts';
import { expectAccessibleInEveryMode } from './accessible.ts';
import { expect, signInAs, test, toastOf } from './test.ts';

const newPassword = 'Green-boat-42!';

test('A session is ended, a changed password ends the others, and only the new one signs in', async ({
  page,
  portal,
  browser,
  partner,
}) => {
  const { email, password } = partner;
  const forgotten = await portal.logIn(email, password);
  const elsewhere = await browser.newPage({ baseURL: portal.url });
  await signInAs(elsewhere, await portal.logIn(email, password));
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByText('No leads found')).toBeVisible();

  await page.goto('/account');
  const sessions = page.getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await page
    .getByRole('button', { name: /^End session/ })
    .last()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Session ended successfully')).toBeVisible();
  await expect(sessions).toHaveCount(2);
  await expect(forgotten.call(routes.me)).rejects.toThrow('Token has expired');

  await page.getByLabel(/^Current password/).fill(password);
  await page.getByLabel(/^New password/).fill(newPassword);
  await page.getByLabel(/^Confirm new password/).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Your password has been changed')).toBeVisible();
  await expect(page.getByLabel(/^New password/)).toHaveValue('');
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This device');

  // Nobody touches it there: the portal tells a screen that its session has ended.
  await expect(elsewhere).toHaveURL(/\/login$/);
  await expect(portal.logIn(email, password)).rejects.toThrow('Invalid email or password');
  await elsewhere.getByLabel('Email').fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(newPassword);
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere).toHaveURL(/\/dashboard$/);
  await elsewhere.close();
});

test('The account and administrators’ pages are accessible in light and dark mode, wide and narrow', async ({
  page,
  portal,
  admin,
}) => {
  await portal.logIn(admin.email, admin.password);
  for (const path of ['/account', '/administrators']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Loading...');
    await expectAccessibleInEveryMode(page);
  }
});
