import { routes } from '#contract/routes.ts';
import {
  expect,
  expectAccessibleInEveryMode,
  expectNoSidewaysScroll,
  rowsOf,
  signInAs,
  test,
  toastOf,
} from './test.ts';

const newPassword = 'Green-boat-42!';

test('A changed password keeps this session, ends the other and is what signs in from then on', async ({
  page,
  portal,
  browser,
  partner,
}) => {
  const elsewhere = await browser.newPage({ baseURL: portal.url });
  await signInAs(elsewhere, await portal.logIn(partner.email, partner.password));
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByText('No leads found')).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await page.getByLabel(/^Current password/).fill('Wrong-pass-1');
  await page.getByLabel(/^New password/).fill(newPassword);
  await page.getByLabel(/^Confirm new password/).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Current password is wrong')).toBeVisible();
  await expect(page.getByLabel(/^Current password/)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(partner.password);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Your password has been changed')).toBeVisible();
  await expect(page.getByLabel(/^New password/)).toHaveValue('');
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('listitem')).toContainText('This device');

  await elsewhere.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await elsewhere.close();

  await page.getByRole('button', { name: /Sign out/ }).click();
  await page.getByLabel('Email').fill(partner.email);
  await page.getByLabel('Password', { exact: true }).fill(partner.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Sessions are ended one by one and all at once, by keyboard', async ({
  page,
  portal,
  partner,
}) => {
  for (let count = 0; count < 3; count++) await portal.logIn(partner.email, partner.password);
  await page.goto('/account');
  const sessions = page.getByRole('listitem');
  await expect(sessions).toHaveCount(4);
  await page
    .getByRole('button', { name: /^End session/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Session ended successfully')).toBeVisible();
  await expect(sessions).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect((await partner.call(routes.listSessions)).sessions).toHaveLength(1);
});

test('One administrator adds another, who removes themselves and is signed out', async ({
  page,
  portal,
  admin: _,
}) => {
  const email = `second-${Date.now()}@portal.example`;
  await page.goto('/administrators');
  await page.getByRole('button', { name: 'Add administrator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add administrator' });
  await dialog.getByLabel('Name').fill('Second One');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel(/^Password/).fill(newPassword);
  await dialog.getByRole('button', { name: 'Add administrator' }).click();
  await expect(toastOf(page, 'Administrator has been added successfully')).toBeVisible();
  await expect(rowsOf(page, 'Administrators').filter({ hasText: email })).toHaveCount(1);

  await signInAs(page, await portal.logIn(email, newPassword));
  await page.goto('/administrators');
  const own = rowsOf(page, 'Administrators').filter({ hasText: email });
  await expect(own).toContainText('You');
  await own.getByRole('button', { name: 'Actions for Second One' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(portal.logIn(email, newPassword)).rejects.toThrow('Invalid email or password');
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
    await expectNoSidewaysScroll(page);
  }
});
