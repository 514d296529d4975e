import { pino } from 'pino';
import type { LeadDetails } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
import { hubspotClient } from '#server/crm/hubspot/client.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { refreshValues } from '#server/crm/kept/account-values.ts';
import { pullObject, type Turn } from '#server/crm/pull/pull.ts';
import { pullHandlers } from '#server/crm/pull/pull-jobs.ts';
import { pushHandler } from '#server/crm/push/push.ts';
import { sql } from '#server/db/sql.ts';
import { workOnce } from '#server/jobs/jobs.ts';
import { type RunningEmulator, startEmulator } from '../hubspot-emulator/start.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from './portal.ts';

type LinkedObject = 'deals' | 'contacts' | 'companies';
/** What HubSpot has of a lead. */
export type Linked = { lead: LeadDetails; deal: string; contact: string; company: string };

export type CrmPortal = TestPortal & {
  emulator: RunningEmulator;
  hubspot: RunningEmulator['control'];
  crm: CrmContext;
  admin: SignedIn;
  partner: SignedIn;
  /** A lead, with a deal, a contact and a company in HubSpot, as if it had been sent. */
  linkedLead(change?: Partial<LeadDetails>): Promise<Linked>;
  /** A whole round over what has changed in HubSpot. */
  pull(...objects: LinkedObject[]): Promise<Turn[]>;
  /** Works on all jobs of this kind that are due. */
  work(kind: string): Promise<void>;
  jobs(kind: string): Promise<string[]>;
  statusOf(lead: { id: string }): Promise<string | null>;
  setStatus(lead: { id: string }, status: string): Promise<void>;
  /** What the timeline of a lead tells, without who and when. */
  timeline(lead: { id: string }): Promise<Record<string, unknown>[]>;
};

const never = new AbortController().signal;
export const atWork = { signal: never, renew: async () => {} };
/** Limits are tried where they are kept. */
const noLimits = { take: async () => 0, learn: async () => {}, refused: async () => {} };

/** A portal with an emulated HubSpot behind it that goes by the same clock, and nobody at work. */
export async function crmPortal(env: Record<string, string> = {}): Promise<CrmPortal> {
  // Tests let hours pass.
  const portal = await testPortal({ env: { ACCESS_TOKEN_TTL_SECONDS: '31536000', ...env } });
  const { db, clock } = portal;
  const emulator = await startEmulator({
    now: () => clock.now().getTime(),
    limits: { tenSecondly: 1_000_000, daily: 1_000_000, searchSecondly: 1_000_000 },
  });
  const { url: baseUrl, key: token, control: hubspot } = emulator;
  const wait = async () => {};
  const asked = hubspotClient({ baseUrl, token, budget: noLimits, clock: clock.now, wait });
  const client = { ...asked, hubspotTime: (at = clock.now()) => at };
  const crm: CrmContext = { db, client, clock: clock.now };
  const [admin, partner] = [await portal.asAdmin(), await portal.asPartner()];
  await db.query(sql`update crm set on_since = now()`);
  await refreshValues(crm);

  let made = 0;
  async function linkedLead(change: Partial<LeadDetails> = {}): Promise<Linked> {
    const email = `lead-${++made}@company.example`;
    const lead = await addLead(partner, {
      company_name: `Company ${made}`,
      email,
      ...change,
    } as never);
    const { id: deal } = hubspot.create('deals', {
      dealname: 'D',
      dealstage: 'appointmentscheduled',
    });
    const { id: contact } = hubspot.create('contacts', { email, hs_lead_status: 'NEW' });
    const { id: company } = hubspot.create('companies', { name: `Company ${made}` });
    await db.query(sql`
      insert into crm_leads (lead_id, deal_id, contact_id, company_id, agreed_status,
        stage, stage_at, lead_status, lead_status_at)
      values (${lead.id}, ${deal}, ${contact}, ${company}, 'new',
        'appointmentscheduled', ${clock.now()}, 'NEW', ${clock.now()})`);
    await db.query(sql`delete from jobs`);
    return { lead, deal, contact, company };
  }

  async function work(kind: string): Promise<void> {
    const handler = [pushHandler(crm), ...pullHandlers(crm)].find((one) => one.kind === kind);
    if (!handler) throw new Error(`Nobody works on ${kind}`);
    const options = { log: pino({ level: 'silent' }) };
    // Triggers go by the clock of the database, which does not stand still.
    await db.query(sql`update jobs set run_at = least(run_at, ${clock.now()})`);
    for (let turns = 0; turns < 50; turns++)
      if (!(await workOnce(db, handler, options, never))) return;
  }

  return {
    ...portal,
    emulator,
    hubspot,
    crm,
    admin,
    partner,
    linkedLead,
    work,
    pull: async (...objects) => {
      const turns: Turn[] = [];
      for (const object of objects.length > 0
        ? objects
        : (['deals', 'contacts', 'companies'] as const))
        turns.push(await pullObject(crm, object, atWork));
      return turns;
    },
    jobs: async (kind) => {
      const rows = await db.query<{ key: string }>(sql`
        select key from jobs where kind = ${kind} order by key`);
      return rows.map(({ key }) => key);
    },
    statusOf: async ({ id }) =>
      (await admin.call(routes.getLead, { params: { id } })).body.lead.status,
    setStatus: async ({ id }, status) => {
      await admin.call(routes.updateLead, { params: { id }, body: { status } });
    },
    timeline: async ({ id }) => {
      const { body } = await admin.call(routes.listLeadEvents, { params: { id }, query: {} });
      return body.events.slice(1).map(({ id: _, at: __, ...event }) => event);
    },
    close: async () => {
      await emulator.stop();
      await portal.close();
    },
  };
}
