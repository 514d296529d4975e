import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { sweepObject } from './sweep.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.hubspot.setMergesMakeNewIds([]);
  portal.clock.advance(1_000);
  await portal.db.query(sql`delete from jobs`);
});

const never = new AbortController().signal;
const told = (object: string, what: string) => ({ kind: 'crm', by: null, object, what });

/** The whole slow round. */
async function sweep(object: 'deals' | 'contacts' | 'companies') {
  await portal.db.query(sql`update crm_cursors set swept_after = '' where object = ${object}`);
  await sweepObject(portal.crm, object, never);
}

async function linkOf(lead: { id: string }) {
  const [link] = await portal.db.query<Record<string, string | null>>(sql`
    select deal_id, contact_id, company_id, lead_status, archived_at is not null as is_away
    from crm_leads where lead_id = ${lead.id}`);
  return link;
}

test('A deal that is archived leaves its lead as it is, told once; further changes pass it by', async () => {
  const { lead, deal, contact } = await portal.linkedLead();
  portal.hubspot.archive('deals', deal);
  await portal.pull();
  expect(await portal.timeline(lead)).toEqual([]);
  await sweep('deals');
  await sweep('deals');
  expect(await portal.timeline(lead)).toEqual([told('deal', 'archived')]);
  portal.hubspot.update('contacts', contact, { hs_lead_status: 'CONNECTED' });
  await portal.pull();
  expect(await portal.statusOf(lead)).toBe('new');
});

test('A deal that is back is told, followed again, and sent what changed meanwhile', async () => {
  const { lead, deal } = await portal.linkedLead();
  await portal.db.query(sql`update crm_leads set archived_at = now() where lead_id = ${lead.id}`);
  portal.hubspot.update('deals', deal, { dealstage: 'closedwon' });
  await portal.pull('deals');
  const [returned, moved] = await portal.timeline(lead);
  expect(returned).toEqual(told('deal', 'returned'));
  expect(moved).toMatchObject({ kind: 'status', to: 'closed won' });
  expect(await portal.jobs('push_lead')).toEqual([lead.id]);
});

test.each([
  ['into the first', []],
  ['into a third', ['deals' as const]],
])('Deals that are merged %s are one deal, which both leads follow', async (_, newIds) => {
  const [one, other] = [await portal.linkedLead(), await portal.linkedLead()];
  portal.hubspot.setMergesMakeNewIds(newIds);
  const winner = portal.hubspot.merge('deals', one.deal, other.deal);
  await portal.pull('deals');
  expect([(await linkOf(one.lead))?.deal_id, (await linkOf(other.lead))?.deal_id]).toEqual([
    winner.id,
    winner.id,
  ]);
  expect(await portal.timeline(other.lead)).toEqual([told('deal', 'merged')]);
  portal.clock.advance(1_000);
  portal.hubspot.update('deals', winner.id, { dealstage: 'closedlost' });
  await portal.pull('deals');
  expect(await portal.statusOf(one.lead)).toBe('closed lost');
  expect(await portal.statusOf(other.lead)).toBe('closed lost');
});

test('Contacts that are merged tell the status of the one that stays, however long it has said so', async () => {
  const [one, other] = [await portal.linkedLead(), await portal.linkedLead()];
  portal.hubspot.update('contacts', one.contact, { hs_lead_status: 'CONNECTED' });
  portal.clock.advance(60_000);
  portal.hubspot.update('contacts', other.contact, { hs_lead_status: 'OPEN' });
  await portal.pull('contacts');
  expect(await portal.statusOf(other.lead)).toBe('open');
  portal.hubspot.merge('contacts', one.contact, other.contact);
  await portal.pull('contacts');
  expect((await linkOf(other.lead))?.contact_id).toBe(one.contact);
  expect(await portal.statusOf(other.lead)).toBe('connected');
  expect((await portal.timeline(other.lead)).at(-2)).toEqual(told('contact', 'merged'));
});

test('A contact that is gone is forgotten and told; the lead stays as it is', async () => {
  const { lead, contact } = await portal.linkedLead();
  portal.hubspot.archive('contacts', contact);
  await sweep('contacts');
  expect(await linkOf(lead)).toMatchObject({ contact_id: null, lead_status: null });
  expect(await portal.statusOf(lead)).toBe('new');
  expect(await portal.timeline(lead)).toEqual([told('contact', 'archived')]);
});

test('A company that is gone, and one that is merged, are told', async () => {
  const [one, other] = [await portal.linkedLead(), await portal.linkedLead()];
  portal.hubspot.merge('companies', one.company, other.company);
  await sweep('companies');
  expect((await linkOf(other.lead))?.company_id).toBe(one.company);
  expect(await portal.timeline(other.lead)).toEqual([told('company', 'merged')]);
  portal.hubspot.archive('companies', one.company);
  await sweep('companies');
  expect((await linkOf(one.lead))?.company_id).toBeNull();
  expect(await portal.timeline(one.lead)).toEqual([told('company', 'archived')]);
});

test('The slow round goes on where it ended, takes a day for everything, and hurries when told so', async () => {
  const slow = await crmPortal();
  const ids = Array.from({ length: 250 }, (_, n) => String(9_000_000_000 + n));
  await slow.db.query(sql`
    insert into crm_leads (lead_id, deal_id, archived_at)
    select uuid_v7(), id, now() from unnest(${ids}::text[]) id`);
  const day = 24 * 60 * 60_000;
  expect(await sweepObject(slow.crm, 'deals', never)).toBe(10 * 60_000);
  const [{ swept_after: after } = { swept_after: '' }] = await slow.db.query<{
    swept_after: string;
  }>(sql`select swept_after from crm_cursors where object = 'deals'`);
  expect(after).toBe(ids[99]);
  await slow.db.query(sql`update crm_cursors set is_urgent = true where object = 'deals'`);
  expect(await sweepObject(slow.crm, 'deals', never)).toBe(0);
  // The end of it: what was urgent is no longer.
  expect(await sweepObject(slow.crm, 'deals', never)).toBeGreaterThan(0);
  await slow.db.query(sql`
    insert into crm_leads (lead_id, deal_id)
    select uuid_v7(), (9100000000 + n)::text from generate_series(1, 20000) n`);
  const pause = await sweepObject(slow.crm, 'deals', never);
  expect(Math.round(day / pause)).toBe(203);
  await slow.close();
});
