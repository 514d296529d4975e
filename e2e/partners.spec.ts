import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { expect, test } from './test.ts';

test('The partner screens are accessible in light and dark mode, wide and narrow', async ({
  page,
  portal,
  admin: _,
}) => {
  const { id, name } = await portal.newPartner({ name: `Deleted ${Date.now()}` });
  const list = `/partners?${new URLSearchParams({ search: name })}`;
  for (const path of [list, '/partners/add', `/partners/edit/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Loading...');
    if (path === '/partners/add') {
      await page.getByRole('main').getByRole('button', { name: 'Add Partner' }).click();
      await expect(page.getByText('Company is required')).toBeVisible();
    }
    if (path.includes('edit')) {
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page.getByText('Please confirm the password')).toBeVisible();
    }
    await expectAccessibleInEveryMode(page);
    if (path === list) {
      // On the card of a phone too, without a tap.
      await expect(page.getByText('0 leads')).toBeVisible();
      await expect(page.getByText(/^Signed in/)).toBeVisible();
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete Partner' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete Partner' })).toBeVisible();
      await expectAccessible(page);
    }
  }
});
