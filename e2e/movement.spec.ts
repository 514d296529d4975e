import { expectAccessibleInEveryMode } from './accessible.ts';
import { addLead, setStatus } from './portal.ts';
import { expect, test } from './test.ts';

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
