import { addLead, setStatus } from './portal.ts';
import { expect, expectAccessible, phone, rowsOf, startInDarkMode, test, toastOf } from './test.ts';

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

test('Each group is counted by a call of its own, and a failure reads 0', async ({
  page,
  partner,
}) => {
  await addLead(partner);
  const asked: string[] = [];
  await page.route('**/api/leads/count?**', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('status_group') ?? '');
    await route.fulfill({ status: 500, json: { error: 'Internal server error' } });
  });
  await page.goto('/dashboard');
  const links = page.getByRole('list', { name: 'Leads by status' }).getByRole('link');
  await expect(links).toHaveText(cards.map(([card]) => `${card}0`));
  expect(new Set(asked).size).toBe(5);
  await expect(page.getByText('Internal server error')).toHaveCount(0);
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

test('The buttons lead to adding and uploading', async ({ page, partner: _ }) => {
  const main = page.getByRole('main');
  await page.goto('/dashboard');
  await main.getByRole('link', { name: 'Add Lead', exact: true }).click();
  await expect(page).toHaveURL(/\/leads\/add$/);
  await page.goto('/dashboard');
  await main.getByRole('link', { name: 'Upload Leads' }).click();
  await expect(page).toHaveURL(/\/leads\/upload$/);
});

test('Leads that cannot be loaded are told, and can be asked for again', async ({
  page,
  partner,
}) => {
  await addLead(partner, { company_name: 'Second Try Ltd' });
  await page.route('**/api/leads?**', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(toastOf(page, 'Failed to load leads. Please try again.')).toBeVisible();
  await page.unroute('**/api/leads?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Second Try Ltd')).toBeVisible();
});

for (const mode of ['light', 'dark'] as const) {
  test(`The dashboard is accessible in ${mode} mode, wide and narrow`, async ({
    page,
    partner,
  }) => {
    if (mode === 'dark') await startInDarkMode(page);
    await addLead(partner);
    await page.goto('/dashboard');
    await expect(page.getByText('Acme Ltd')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
  });
}
