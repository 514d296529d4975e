import type { Locator, Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { type RunningEmulator, startEmulator } from '../hubspot-emulator/start.ts';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { addLead, type Portal, startPortal } from './portal.ts';
import { expect, rowsOf, test } from './test.ts';

/** A portal with the demo's leads, connected to a HubSpot of its own. */
const connected = test.extend<object, { hubspot: RunningEmulator; portal: Portal }>({
  hubspot: [
    // biome-ignore lint/correctness/noEmptyPattern: the test tool reads the dependencies from it
    async ({}, use) => {
      const hubspot = await startEmulator();
      await use(hubspot);
      await hubspot.stop();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ hubspot }, use) => {
      const env = { HUBSPOT_BASE_URL: hubspot.url, HUBSPOT_ACCESS_TOKEN: hubspot.key };
      const portal = await startPortal(env, ['--demo-crm']);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// One after the other: a second portal would take longer to start than they take. HubSpot is asked
// every twenty seconds, and what it has just been told it finds some seconds later.
connected.describe.configure({ mode: 'default' });
const soon = { timeout: 90_000 };

/** The deal of a lead, once it has been sent. */
async function dealOf({ control }: RunningEmulator, leadId: string): Promise<string> {
  const find = () =>
    control.list('deals').find(({ properties }) => properties.partner_portal_lead_id === leadId)
      ?.id;
  await expect.poll(find, soon).toBeDefined();
  return find() ?? '';
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const fact = (page: Page, name: string): Locator =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');

connected(
  'An administrator reads how HubSpot is connected, tests it, and says what a stage is called',
  async ({ page, admin: _ }) => {
    await page.goto('/crm');
    await expect(part(page, 'HubSpot').getByText('Connected', { exact: true })).toBeVisible();
    await expect(fact(page, 'Last pull')).toContainText(/just now|ago/, soon);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText('The connection works.')).toBeVisible();
    const stage = page.getByRole('combobox', { name: 'Status for deal stage Qualified To Buy' });
    await stage.selectOption('Another status…');
    const save = page.getByRole('button', { name: 'Save statuses' });
    await save.click();
    // What is missing has the focus, and nothing covers it.
    const text = page.getByRole('textbox', {
      name: 'Another status for deal stage Qualified To Buy',
    });
    await expect(text).toBeFocused();
    const lowestOf = async () =>
      await text.evaluate((field) => field.getBoundingClientRect().bottom);
    const bar = await save.evaluate((button) => button.getBoundingClientRect().top);
    await expect.poll(lowestOf).toBeLessThan(bar);
    await stage.selectOption('Open Deal');
    await expectAccessibleInEveryMode(page);
    await save.click();
    await expect(part(page, 'Deal stages').getByText('Qualified To Buy')).toBeVisible();
    await page.reload();
    await expect(stage.locator('option:checked')).toHaveText('Open Deal');
  },
);

connected(
  'A deal that sales closes as won is live in the portal, by HubSpot’s word and as fresh as it says',
  async ({ page, partner, hubspot }) => {
    const lead = await addLead(partner, { company_name: 'Won Ltd', email: 'won@won.example' });
    const deal = await dealOf(hubspot, lead.id);
    await page.goto(`/leads/${lead.id}`);
    await expect(page.getByText('Sent to HubSpot, where it is a deal now')).toBeVisible(soon);
    hubspot.control.update('deals', deal, { dealstage: 'closedwon' });
    await expect(page.getByText(/Status changed by HubSpot/)).toBeVisible(soon);
    await page.goto('/live');
    await expect(page.getByText(/^As of \d+:\d\d [AP]M$/)).toBeVisible();
    const row = rowsOf(page, 'Live companies').first();
    await expect(row).toContainText('Won Ltd');
    await expect(row.getByText('Not available in HubSpot')).toHaveCount(2);
    await expectAccessible(page);
  },
);

connected(
  'A lead that HubSpot refuses is told with the reason and sent once the cause is mended',
  async ({ page, admin, portal, hubspot }) => {
    const takeCountriesAs = (type: string) =>
      fetch(`${hubspot.url}/crm/v3/properties/deals/partner_portal_country`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${hubspot.key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ type, fieldType: type === 'number' ? 'number' : 'text' }),
      });
    // The leads of the demo are not to be refused too.
    const backfill = async () => (await admin.call(routes.getCrm)).crm.backfill.state;
    await expect.poll(backfill, soon).toBe('done');
    await takeCountriesAs('number');
    const partner = await portal.newPartner();
    const company_name = 'Refused Ltd';
    const lead = await addLead(partner, {
      company_name,
      country: 'Norway',
      email: 'no@no.example',
    });
    await page.goto('/crm');
    const line = part(page, 'Could not be sent')
      .getByRole('listitem')
      .filter({ hasText: company_name });
    await expect(line).toContainText('HubSpot refuses the deal', soon);
    await expectAccessible(page);
    await takeCountriesAs('string');
    await line.getByRole('button', { name: `Retry ${company_name}` }).click();
    await expect(line).toHaveCount(0);
    await dealOf(hubspot, lead.id);
    await expect(fact(page, 'Could not be sent')).toHaveText('Nothing');
  },
);
