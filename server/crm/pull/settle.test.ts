import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { settleLeads } from './settle.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
});
afterAll(() => portal.close());

/** Which of these leads, and of their links, no other transaction has locked for a change. */
async function unlocked(ids: string[]): Promise<{ leads: string[]; links: string[] }> {
  const leads = await portal.db.queryOnce<{ id: string }>(sql`
    select id from leads where id = any(${ids}::uuid[]) for share skip locked`);
  const links = await portal.db.queryOnce<{ id: string }>(sql`
    select lead_id as id from crm_leads where lead_id = any(${ids}::uuid[]) for share skip locked`);
  return { leads: leads.map(({ id }) => id), links: links.map(({ id }) => id) };
}

test('While both sides of a lead are compared nobody changes either, also where they agree', async () => {
  const { lead } = await portal.linkedLead();
  const { lead: other } = await portal.linkedLead();
  const ids = [lead.id, other.id];
  const clocks = { clock: portal.crm.clock, hubspotTime: portal.crm.client.hubspotTime };
  await portal.db.transaction(async (tx) => {
    await settleLeads(tx, clocks, [lead.id]);
    expect(await unlocked(ids)).toEqual({ leads: [other.id], links: [other.id] });
  });
  expect((await unlocked(ids)).leads).toHaveLength(2);
});
