import { addLead, setStatus } from './portal.ts';
import { expect, expectAccessibleInEveryMode, rowsOf, test } from './test.ts';

const cards = [
  ['In Progress', 'In Progress', 'contacted'],
  ['Live', 'Live', 'Closed Won (Implementation)'],
  ['Unqualified', 'Unqualified', 'Closed Lost'],
  ['Application Sent', 'Application Sent', 'application_sent'],
  ['Applications Submitted', 'Application Submitted', 'Application Submitted'],
] as const;

test('Five cards count the leads of each group and lead to them', async ({
  page,
  partner,
  portal,
}) => {
  const admin = await portal.admin();
  for (const [, , status] of cards) await setStatus(admin, await addLead(partner), status);
  await addLead(partner);
  for (const [card, group] of cards) {
    await page.goto('/dashboard');
    const link = page
      .getByRole('list', { name: 'Leads by status' })
      .getByRole('link', { name: card });
    await expect(link).toContainText(card === 'In Progress' ? '2' : '1');
    await link.click();
    await expect(page).toHaveURL(`/leads?${new URLSearchParams({ status: group })}`);
    await expect(page.getByText(/Page 1 of 1 \((1|2) total results\)/)).toBeVisible();
  }
});

test('Recent Leads shows the newest five and leads to all', async ({ page, partner }) => {
  for (let i = 1; i <= 6; i++) await addLead(partner, { company_name: `Company ${i}` });
  await page.goto('/dashboard');
  const rows = rowsOf(page, 'Recent Leads');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText('Company 6');
  await page.getByRole('link', { name: 'View All' }).click();
  await expect(page).toHaveURL(/\/leads$/);
});

test('The dashboard is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
}) => {
  await addLead(partner);
  await page.goto('/dashboard');
  await expect(page.getByText('Acme Ltd')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
  await expectAccessibleInEveryMode(page);
});
