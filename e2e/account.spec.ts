import { expectAccessibleInEveryMode } from './accessible.ts';
import { expect, test } from './test.ts';

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
