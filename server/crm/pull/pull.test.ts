import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { clocksOf } from '#server/crm/hubspot/crm-context.ts';
import { findConnection } from '#server/crm/kept/connection-state.queries.ts';
import { readBeforeSending } from '#server/crm/push/read-before-sending.ts';
import { sql } from '#server/db/sql.ts';
import { atWork, type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { applyReads } from './apply-reads.ts';
import { pullObject } from './pull.ts';
import { readObjects } from './reads.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.hubspot.clearFaults();
  await portal.db.query(sql`delete from jobs`);
});

const minute = 60_000;
const stage = (deal: string, dealstage: string) =>
  portal.hubspot.update('deals', deal, { dealstage });
const leadStatus = (contact: string, hs_lead_status: string) =>
  portal.hubspot.update('contacts', contact, { hs_lead_status });

test('A deal that is moved moves its lead, told on the timeline as done by nobody of the portal', async () => {
  const { lead, deal } = await portal.linkedLead();
  portal.clock.advance(1_000);
  stage(deal, 'closedwon');
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('closed won');
  const told = [{ kind: 'status', by: null, from: 'new', to: 'closed won' }];
  expect(await portal.timeline(lead)).toEqual(told);
  // What came from there is not sent back.
  expect(await portal.jobs('push_lead')).toEqual([]);
  await portal.pull('deals');
  expect(await portal.timeline(lead)).toEqual(told);
});

test('A contact’s lead status tells the status while the deal stands in its first stage', async () => {
  const { lead, deal, contact } = await portal.linkedLead();
  portal.clock.advance(1_000);
  leadStatus(contact, 'CONNECTED');
  await portal.pull();
  expect(await portal.statusOf(lead)).toBe('connected');
  stage(deal, 'contractsent');
  await portal.pull();
  expect(await portal.statusOf(lead)).toBe('application sent');
  leadStatus(contact, 'UNQUALIFIED');
  await portal.pull();
  expect(await portal.statusOf(lead)).toBe('application sent');
  stage(deal, 'appointmentscheduled');
  await portal.pull();
  expect(await portal.statusOf(lead)).toBe('unqualified');
});

test('Leads that share a contact follow it together', async () => {
  const [one, other] = [await portal.linkedLead(), await portal.linkedLead()];
  await portal.db.query(sql`
    update crm_leads set contact_id = ${one.contact} where lead_id = ${other.lead.id}`);
  portal.clock.advance(1_000);
  leadStatus(one.contact, 'IN_PROGRESS');
  await portal.pull('contacts');
  expect(await portal.statusOf(one.lead)).toBe('in progress');
  expect(await portal.statusOf(other.lead)).toBe('in progress');
});

test('What the search does not know yet is found when it does', async () => {
  const { lead, deal } = await portal.linkedLead();
  await portal.pull();
  portal.hubspot.setFaults({ indexLagMs: 30_000 });
  portal.clock.advance(minute);
  stage(deal, 'closedlost');
  portal.clock.advance(5_000);
  expect(await portal.pull('deals')).toEqual(['complete']);
  expect(await portal.statusOf(lead)).toBe('new');
  portal.clock.advance(31_000);
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('closed lost');
});

test('Pages that are repeated, out of order or leave something out lose nothing and double nothing', async () => {
  const leads = [];
  for (let n = 0; n < 230; n++) leads.push(await portal.linkedLead());
  portal.clock.advance(1_000);
  for (const { deal } of leads) stage(deal, 'closedwon');
  portal.hubspot.setFaults({ repeatPageShare: 0.4, reorderPageShare: 0.4, holeShare: 0.4 });
  let turn: string | undefined;
  for (let turns = 0; turn !== 'complete' && turns < 60; turns++)
    turn = (await portal.pull('deals'))[0];
  expect(turn).toBe('complete');
  const [row] = await portal.db.query<{ leads: number; events: number }>(sql`
    select (select count(*) from crm_leads join leads on leads.id = lead_id
        where stage = 'closedwon' and status = 'closed won'
          and lead_id = any(${leads.map(({ lead }) => lead.id)})) as leads,
      (select count(*) from events where kind = 'status'
          and subject_id = any(${leads.map(({ lead }) => lead.id)})) as events`);
  expect(row).toEqual({ leads: 230, events: 230 });
});

test('The very first round also takes what has changed in the minutes before it', async () => {
  await portal.db.query(sql`update crm_cursors set since = null, round_began = null`);
  const { lead, deal } = await portal.linkedLead();
  portal.clock.advance(1_000);
  stage(deal, 'closedwon');
  portal.clock.advance(minute);
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('closed won');
});

test.each([
  ['a few seconds before the time that was taken down for the last is followed', 4, 'closed won'],
  ['long before it is not', 6, 'new'],
])('A move that HubSpot dates %s', async (_, seconds, status) => {
  const { lead, deal } = await portal.linkedLead();
  portal.clock.advance(1_000);
  stage(deal, 'closedwon');
  const takenDown = new Date(portal.clock.now().getTime() + seconds * 1_000);
  await portal.db.query(sql`
    update crm_leads set stage_at = ${takenDown} where lead_id = ${lead.id}`);
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe(status);
});

test('What HubSpot counts and never shows holds up a round eight times, and not for ever', async () => {
  const search = async () => ({ total: 1, results: [], after: undefined });
  const context = { ...portal.crm, client: { ...portal.crm.client, search } };
  const turns: string[] = [];
  for (let n = 0; n < 9; n++) turns.push(await pullObject(context, 'deals', atWork));
  expect(turns).toEqual([...Array(8).fill('incomplete'), 'complete']);
});

test('A page whose transaction fails is read again: the cursor has not moved', async () => {
  const { lead, deal } = await portal.linkedLead();
  portal.clock.advance(1_000);
  stage(deal, 'closedwon');
  const renew = async () => {
    throw new Error('Killed');
  };
  await expect(pullObject(portal.crm, 'deals', { ...atWork, renew })).rejects.toThrow('Killed');
  expect(await portal.statusOf(lead)).toBe('new');
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('closed won');
});

test('What was read earlier and comes later does not undo what was read since', async () => {
  const { lead, deal } = await portal.linkedLead();
  const commissions = await findConnection(portal.db);
  const early = await readObjects(portal.crm.client, 'deals', [deal], commissions);
  portal.clock.advance(minute);
  stage(deal, 'closedwon');
  await portal.pull('deals');
  const apply = () =>
    portal.db.transaction((tx) =>
      applyReads(tx, clocksOf(portal.crm), 'deals', early, commissions),
    );
  await apply();
  const [link] = await portal.db.query<{ stage: string }>(sql`
    select stage from crm_leads where lead_id = ${lead.id}`);
  expect(link?.stage).toBe('closedwon');
});

test('An administrator’s later change wins over a move that was not pulled yet, and an earlier one gives way', async () => {
  const [one, other] = [await portal.linkedLead(), await portal.linkedLead()];
  portal.clock.advance(minute);
  stage(one.deal, 'closedlost');
  await portal.setStatus(other.lead, 'connected');
  portal.clock.advance(minute);
  stage(other.deal, 'closedlost');
  await portal.setStatus(one.lead, 'connected');
  const sends = await readBeforeSending(portal.crm, [one.lead.id, other.lead.id]);
  const sent = { stage: 'appointmentscheduled', lead_status: 'CONNECTED' };
  expect([...sends]).toEqual([[one.lead.id, sent]]);
  expect(await portal.statusOf(one.lead)).toBe('connected');
  expect(await portal.statusOf(other.lead)).toBe('closed lost');
});

test('A lead that is deleted stays as it was, and what HubSpot says is taken when it is back', async () => {
  const { lead, deal } = await portal.linkedLead();
  await portal.admin.call(routes.deleteLead, { params: { id: lead.id } });
  portal.clock.advance(1_000);
  stage(deal, 'closedwon');
  await portal.pull('deals');
  await portal.admin.call(routes.restoreLead, { params: { id: lead.id } });
  expect(await portal.statusOf(lead)).toBe('new');
  expect(await readBeforeSending(portal.crm, [lead.id])).toEqual(new Map());
  expect(await portal.statusOf(lead)).toBe('closed won');
});

test('A deal of nobody, and one that the portal does not know, are passed over', async () => {
  portal.hubspot.create('deals', { dealname: 'Else', dealstage: 'closedwon' });
  expect(await portal.pull('deals')).toEqual(['complete']);
});

test('The portal is as fresh as what was read longest ago, and not before all three were', async () => {
  const fresh = await crmPortal();
  const lastPull = async () =>
    (await fresh.db.query<{ last_pull_at: string | null }>(sql`select last_pull_at from crm`))[0]
      ?.last_pull_at;
  const first = fresh.clock.now().toISOString();
  await fresh.pull('deals', 'contacts');
  expect(await lastPull()).toBeNull();
  await fresh.pull('companies');
  expect(await lastPull()).toBe(first);
  fresh.clock.advance(minute);
  await fresh.pull('deals', 'contacts');
  expect(await lastPull()).toBe(first);
  fresh.hubspot.setKey({ status: 'revoked' });
  await expect(fresh.pull('companies')).rejects.toThrow();
  expect(await lastPull()).toBe(first);
  fresh.hubspot.setKey({ status: 'active' });
  await fresh.pull('companies');
  expect(await lastPull()).toBe(fresh.clock.now().toISOString());
  await fresh.close();
});
