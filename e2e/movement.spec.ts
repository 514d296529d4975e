import { expectAccessibleInEveryMode } from './accessible.ts';
import { addLead, setStatus } from './portal.ts';
import { expect, test } from './test.ts';

test('The counts of movement lead to lists of as many leads, by mouse and by keyboard', async ({
  page,
  partner,
  portal,
}) => {
  const admin = await portal.admin();
  for (const status of ['closed won', 'closed won', 'contacted']) {
    await setStatus(admin, await addLead(partner), status);
  }
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Won: 2' }).click();
  await expect(page).toHaveURL(/won_from=/);
  await expect(page.getByText('Page 1 of 1 (2 total results)')).toBeVisible();
  await expect(page.getByText(/^Won from .* \(UTC\)$/)).toBeVisible();

  await page.goBack();
  const chart = page.getByRole('group', { name: /submitted and won in each/ });
  await chart.getByRole('link', { name: '3 submitted, 2 won' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Page 1 of 1 (3 total results)')).toBeVisible();

  await page.goBack();
  const stages = page.getByRole('table', { name: /how far they came/ });
  await stages
    .getByRole('row', { name: /^In contact/ })
    .getByRole('link')
    .click();
  await expect(page.getByText('Page 1 of 1 (3 total results)')).toBeVisible();
  await expect(page.getByText('Came to: In contact')).toBeVisible();
});

test('A partner’s name leads an administrator to the page of that partner, which is accessible', async ({
  page,
  portal,
  admin,
}) => {
  const partner = await portal.newPartner();
  const lead = await addLead(partner, { company_name: 'Partner Page Ltd' });
  await setStatus(admin, lead, 'live');
  await page.goto('/leads?search=Partner+Page+Ltd');
  await page.getByRole('main').getByRole('link', { name: partner.name }).click();
  await expect(page).toHaveURL(`/partners/${partner.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(partner.name);
  const live = page.getByRole('list', { name: 'Leads by status' }).getByRole('link', {
    name: /^Live/,
  });
  await expect(live).toContainText('1');
  await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
  await expectAccessibleInEveryMode(page);
});

test('The dashboard of an administrator, with its partners, is accessible in every mode', async ({
  page,
  portal,
  admin,
}) => {
  await setStatus(admin, await addLead(await portal.newPartner()), 'live');
  await page.goto('/dashboard');
  await expect(page.getByRole('table', { name: 'Won by partner' })).toBeVisible();
  await expectAccessibleInEveryMode(page);
});
