import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusKey } from '#contract/lead-status.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { addLead } from '#test/portal.ts';
import { makeProperties } from './hubspot/make-properties.ts';
import { findValues } from './kept/mapping.queries.ts';
import { fromHubSpot } from './kept/mapping.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
  await makeProperties(portal.crm.client, {
    commission_payable_to_partner: 'partner_commission_payable',
    alltime_commission_payable: 'partner_commission_alltime',
  });
});
afterAll(() => portal.close());

const who = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('portal' as const),
    who,
    to: fc.constantFrom('open', 'connected', 'closed won', 'closed lost', 'new'),
  }),
  fc.record({
    do: fc.constant('deal' as const),
    who,
    to: fc.constantFrom('appointmentscheduled', 'qualifiedtobuy', 'closedwon', 'contractsent'),
  }),
  fc.record({
    do: fc.constant('contact' as const),
    who,
    to: fc.constantFrom('NEW', 'CONNECTED', 'UNQUALIFIED', 'BAD_TIMING'),
  }),
  fc.record({ do: fc.constantFrom('pull' as const, 'push' as const), who, to: fc.constant('') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Link = { lead_id: string; deal_id: string; contact_id: string };
let made = 0;

/** Three leads, of which two are the same person. */
async function newLeads(): Promise<Link[]> {
  const emails = [`a${++made}@x.example`, `a${made}@x.example`, `b${made}@x.example`];
  const ids: string[] = [];
  for (const email of emails)
    ids.push((await addLead(portal.partner, { email, company_name: `X ${made}` })).id);
  await portal.work('push_lead');
  await portal.work('read_crm');
  return portal.db.query<Link>(sql`
    select lead_id, deal_id, contact_id from crm_leads where lead_id = any(${ids}::uuid[])
    order by lead_id`);
}

async function take(links: Link[], { do: what, who: n, to }: Step): Promise<void> {
  portal.clock.advance(7_000);
  const link = links[n % links.length];
  if (!link) return;
  if (what === 'portal') await portal.setStatus({ id: link.lead_id }, to);
  if (what === 'deal') portal.hubspot.update('deals', link.deal_id, { dealstage: to });
  if (what === 'contact')
    portal.hubspot.update('contacts', link.contact_id, { hs_lead_status: to });
  if (what === 'pull') await portal.pull('deals', 'contacts');
  if (what === 'push') await portal.work('push_lead');
}

/** What both do until nothing is left to do. */
async function settleAll(): Promise<void> {
  // Longer than the search is behind.
  portal.clock.advance(6_000);
  await portal.pull('deals', 'contacts');
  await portal.work('push_lead');
  await portal.work('read_crm');
}

const writes = () =>
  portal.hubspot.requests.filter(({ url }) => /batch\/(create|update|upsert)/.test(url)).length;

async function expectAgreement(links: Link[]): Promise<void> {
  const mapping = await findValues(portal.db);
  for (const { lead_id, deal_id, contact_id } of links) {
    const there = fromHubSpot(mapping, {
      stage: portal.hubspot.find('deals', deal_id)?.properties.dealstage ?? null,
      stage_at: null,
      lead_status: portal.hubspot.find('contacts', contact_id)?.properties.hs_lead_status ?? null,
      lead_status_at: null,
    });
    const here = await portal.statusOf({ id: lead_id });
    // What nobody has named leaves a lead as it is.
    if (there.status !== null) expect(statusKey(here ?? '')).toBe(statusKey(there.status));
  }
}

test('Two sides that change, push, pull and lose answers in any order agree in the end, and then are silent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const links = await newLeads();
      expect(links).toHaveLength(3);
      portal.hubspot.setFaults({ dropAfterShare: 0.2, dropBeforeShare: 0.1, indexLagMs: 5_000 });
      for (const one of steps) await take(links, one);
      portal.hubspot.clearFaults();
      for (let turns = 0; turns < 3; turns++) await settleAll();
      await expectAgreement(links);
      const before = writes();
      await settleAll();
      await settleAll();
      expect(writes()).toBe(before);
      expect(await portal.jobs('push_lead')).toEqual([]);
      const { total } = (
        await portal.admin.call(routes.listLeadEvents, {
          params: { id: links[0]?.lead_id ?? '' },
          query: {},
        })
      ).body;
      expect(total).toBeLessThanOrEqual(2 * steps.length + 10);
    }),
    { numRuns: 8, seed: 13 },
  );
}, 120_000);

test('Leads of one person that are sent for the first time are not set back by each other', async () => {
  const email = 'shared@x.example';
  const add = async (status?: string) => {
    const lead = await addLead(portal.partner, { email, company_name: `Shared ${status}` });
    if (status) await portal.setStatus(lead, status);
    portal.clock.advance(1_000);
    return lead;
  };
  const [untouched, live] = [await add(), await add('live')];
  const [won, worked] = [await add('closed won'), await add('connected')];
  for (let turns = 0; turns < 3; turns++) await settleAll();
  const statuses = [untouched, live, won, worked].map((lead) => portal.statusOf(lead));
  expect(await Promise.all(statuses)).toEqual(['connected', 'live', 'closed won', 'connected']);
  // But a move of sales holds for all of them that it can hold for.
  const [contact] = portal.hubspot.list('contacts').filter((one) => one.properties.email === email);
  portal.hubspot.update('contacts', contact?.id ?? '', { hs_lead_status: 'UNQUALIFIED' });
  await settleAll();
  const moved = [untouched, live, won, worked].map((lead) => portal.statusOf(lead));
  expect(await Promise.all(moved)).toEqual([
    'unqualified',
    'unqualified',
    'closed won',
    'unqualified',
  ]);
});

test('A lead that is sent beside another of its person follows what that one has changed', async () => {
  const [first, second] = await newLeads();
  for (const [link, status] of [
    [first, 'open'],
    [second, 'open'],
    [first, 'new'],
  ] as const) {
    portal.clock.advance(7_000);
    await portal.setStatus({ id: link?.lead_id ?? '' }, status);
  }
  for (let turns = 0; turns < 3; turns++) await settleAll();
  const statuses = [first, second].map((link) => portal.statusOf({ id: link?.lead_id ?? '' }));
  expect(await Promise.all(statuses)).toEqual(['open', 'open']);
});
