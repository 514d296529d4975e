import { addLead } from './portal.ts';
import { expect, expectAccessibleInEveryMode, test } from './test.ts';

test('The dashboard, with a warning above it, is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
}) => {
  await addLead(partner);
  await page.evaluate((id) => {
    const warnings = { [id]: { text: 'Your password is old.' } };
    localStorage.setItem('password-warnings', JSON.stringify(warnings));
  }, partner.id);
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('Your password is old.');
  await expect(page.getByText('Acme Ltd')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
  await expectAccessibleInEveryMode(page);
});
