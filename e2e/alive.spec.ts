import type { Page, Request } from '@playwright/test';
import { addLead, setStatus } from './portal.ts';
import { expect, rowsOf, test } from './test.ts';

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events/stream';

test('What changes elsewhere shows in every tab, over one connection: cards count up, new leads announce themselves', async ({
  page,
  partner,
  portal,
}) => {
  const streams: string[] = [];
  // Of each tab: the profile that they are in is that of the tests that follow too.
  const countStreams = (tab: Page) =>
    tab.on('request', (request) => {
      if (isStream(request)) streams.push(request.url());
    });
  countStreams(page);
  const lead = await addLead(partner);
  const opened = page.waitForRequest(isStream);
  await page.goto('/dashboard');
  const card = page
    .getByRole('list', { name: 'Leads by status' })
    .getByRole('link', { name: 'Application Sent' });
  await expect(card).toContainText('0');
  await opened;
  const list = await page.context().newPage();
  countStreams(list);
  await list.goto('/leads');
  await expect(rowsOf(list, 'Leads')).toHaveCount(1);

  await setStatus(await portal.admin(), lead, 'application sent');
  await expect(rowsOf(list, 'Leads')).toContainText('Application Sent');
  await page.bringToFront();
  await expect(card).toContainText('1');

  await list.bringToFront();
  const row = rowsOf(list, 'Leads').first();
  const before = await row.boundingBox();
  await addLead(partner, { company_name: 'Birch & Co' });
  const news = list.getByRole('button', { name: '1 new lead' });
  await expect(news).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await news.press('Enter');
  await expect(rowsOf(list, 'Leads').first()).toContainText('Birch & Co');
  await expect(news).toBeHidden();
  expect(streams).toHaveLength(1);

  // The tab that listened for both is closed: the other takes over.
  await page.close();
  await addLead(partner, { company_name: 'Cedar' });
  await expect(list.getByRole('button', { name: '1 new lead' })).toBeVisible();
  expect(streams).toHaveLength(2);
});
