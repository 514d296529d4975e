import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { HubSpotFault, HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { lookThroughArchived } from './archived.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.advance(1_000);
  portal.hubspot.reset();
  await portal.db.query(sql`delete from jobs`);
  await portal.db.query(sql`delete from crm_leads`);
  await portal.db.query(sql`update crm_cursors set archived_after = ''`);
});

const never = new AbortController().signal;
const [page, round] = [10_000, 60_000];
const told = (object: string, what: string) => ({ kind: 'crm', by: null, object, what });
const look = (object: 'deals' | 'contacts' | 'companies', context: CrmContext = portal.crm) =>
  lookThroughArchived(context, object, never);

/** Objects that are no lead's, and archived. */
function fillBin(count: number) {
  for (let n = 0; n < count; n++)
    portal.hubspot.archive('deals', portal.hubspot.create('deals', { dealname: 'D' }).id);
}

test('What was archived is told within a minute, once, whatever kind it is of', async () => {
  const { lead, deal, contact, company } = await portal.linkedLead();
  portal.hubspot.archive('deals', deal);
  portal.hubspot.archive('contacts', contact);
  portal.hubspot.archive('companies', company);
  for (const object of ['deals', 'contacts', 'companies'] as const) {
    expect(await look(object)).toBe(round);
    expect(await look(object)).toBe(round);
  }
  expect(await portal.timeline(lead)).toEqual([
    told('deal', 'archived'),
    told('contact', 'archived'),
    told('company', 'archived'),
  ]);
  expect(await portal.statusOf(lead)).toBe('new');
});

test('A deal that is taken out of the bin is told as back by the next pull, and can be archived again', async () => {
  const { lead, deal } = await portal.linkedLead();
  portal.hubspot.archive('deals', deal);
  await look('deals');
  portal.clock.advance(1_000);
  portal.hubspot.restore('deals', deal);
  await look('deals');
  await portal.pull('deals');
  portal.clock.advance(1_000);
  portal.hubspot.archive('deals', deal);
  await look('deals');
  expect(await portal.timeline(lead)).toEqual([
    told('deal', 'archived'),
    told('deal', 'returned'),
    told('deal', 'archived'),
  ]);
});

test('What is no lead’s is passed over, and what is known to be away is not asked for again', async () => {
  const { deal } = await portal.linkedLead();
  portal.hubspot.archive('deals', deal);
  fillBin(3);
  await look('deals');
  const before = portal.hubspot.requests.length;
  await look('deals');
  const asked = portal.hubspot.requests.slice(before).map(({ method, url }) => `${method} ${url}`);
  expect(asked).toEqual(['GET /crm/v3/objects/deals?archived=true&limit=100']);
});

test('A long list is read page by page, from where the last ended, and then from its start', async () => {
  const early = await portal.linkedLead();
  fillBin(150);
  const late = await portal.linkedLead();
  portal.hubspot.archive('deals', late.deal);
  expect(await look('deals')).toBe(page);
  expect(await portal.timeline(late.lead)).toEqual([]);
  // Its page has been read: it is found in the next round.
  portal.hubspot.archive('deals', early.deal);
  expect(await look('deals')).toBe(round);
  expect(await portal.timeline(late.lead)).toEqual([told('deal', 'archived')]);
  expect(await portal.timeline(early.lead)).toEqual([]);
  expect(await look('deals')).toBe(page);
  expect(await portal.timeline(early.lead)).toEqual([told('deal', 'archived')]);
});

test('What is listed as archived and stands there when it is read has not gone', async () => {
  const { lead, deal } = await portal.linkedLead();
  const listed = { ids: [deal], after: '' };
  const client = { ...portal.crm.client, listArchived: async () => listed };
  await look('deals', { ...portal.crm, client });
  expect(await portal.timeline(lead)).toEqual([]);
});

test('A page that HubSpot does not know any more is no end: the list is begun anew', async () => {
  const { lead, deal } = await portal.linkedLead();
  portal.hubspot.archive('deals', deal);
  await portal.db.query(sql`update crm_cursors set archived_after = 'old' where object = 'deals'`);
  const { listArchived } = portal.crm.client;
  const refusal = {
    category: '',
    message: 'No such page',
    faults: [],
    codes: [],
    traces: [],
    ids: [],
  };
  const client = {
    ...portal.crm.client,
    listArchived: async (...[object, after]: Parameters<typeof listArchived>) => {
      if (after === 'old') throw new HubSpotRefused(400, refusal);
      return listArchived(object, after);
    },
  };
  expect(await look('deals', { ...portal.crm, client })).toBe(round);
  expect(await portal.timeline(lead)).toEqual([told('deal', 'archived')]);
});

test('A fault of the connection does not begin the list anew', async () => {
  await portal.db.query(sql`update crm_cursors set archived_after = 'old' where object = 'deals'`);
  const asked: string[] = [];
  const client = {
    ...portal.crm.client,
    listArchived: async (_: string, after: string) => {
      asked.push(after);
      throw new HubSpotFault('unreachable', 'HubSpot answered 503');
    },
  };
  await expect(look('deals', { ...portal.crm, client })).rejects.toThrow('503');
  expect(asked).toEqual(['old']);
});
