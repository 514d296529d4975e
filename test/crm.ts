import { pino } from 'pino';
import { connectCrm } from '#server/crm/connection/connection.ts';
import { hubspotBudget } from '#server/crm/hubspot/budget.ts';
import { hubspotClient } from '#server/crm/hubspot/client.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { makeProperties } from '#server/crm/hubspot/make-properties.ts';
import { pullHandlers } from '#server/crm/pull/pull-jobs.ts';
import { pushHandler } from '#server/crm/push/push.ts';
import { sql } from '#server/db/sql.ts';
import { type Handler, workOnce } from '#server/jobs/jobs.ts';
import { createLead } from '#server/leads/leads.ts';
import { createPartner } from '#server/partners/partners.ts';
import { type RunningEmulator, startEmulator } from '../hubspot-emulator/start.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

const log = pino({ level: 'silent' });
const never = new AbortController().signal;
const commissions = {
  commission_payable_to_partner: 'partner_commission_payable',
  alltime_commission_payable: 'partner_commission_alltime',
};

export type CrmBench = Awaited<ReturnType<typeof crmBench>>;

/** A database and an account of HubSpot's that are connected; nothing works unless a test lets it. */
export async function crmBench({ isSetUp = true } = {}) {
  const database: TestDatabase = await freshDatabase();
  const { db } = database;
  const emulator: RunningEmulator = await startEmulator({
    limits: { tenSecondly: 100_000, searchSecondly: 10_000 },
  });
  const clock = () => new Date();
  /** Heard when a call has been answered, or when it was lost. */
  let onCall = () => {};
  const client = hubspotClient({
    fetch: (...call) => fetch(...call).finally(() => onCall()),
    baseUrl: emulator.url,
    token: emulator.key,
    budget: hubspotBudget(db, clock),
    clock,
    // What the pauses are is tried elsewhere.
    wait: async (_, signal) => signal.throwIfAborted(),
  });
  const context: CrmContext = { db, client, clock };
  const setUp = () => makeProperties(client, commissions);
  if (isSetUp) await setUp();
  await connectCrm(db);
  const partner = await createPartner(
    db,
    {
      name: 'Pat Partner',
      email: 'pat@partner.example',
      company: 'Pat Ltd',
      password: 'Kestrel-kite-1',
    },
    clock(),
  );
  const push = pushHandler(context);
  const values = pullHandlers(context).filter(({ kind }) => kind === 'read_crm_values');
  const work = (handler: Handler, signal = never) =>
    workOnce(db, handler, { log, chance: () => 0 }, signal);
  for (const handler of values) await work(handler);

  return {
    db,
    url: database.url,
    emulator,
    control: emulator.control,
    client,
    context,
    partner,
    setUp,
    work,
    /** Begins to send, and ends as a killed process does when so many calls have been made. */
    async pushUntilKilled(calls: number): Promise<boolean> {
      const killed = new AbortController();
      let made = 0;
      onCall = () => {
        made += 1;
        if (made === calls) killed.abort(new Error('killed'));
      };
      await work(push, killed.signal);
      onCall = () => {};
      return made >= calls;
    },
    /** Sends what waits to be sent, as often as something is due. */
    async pushAll(most = 20): Promise<void> {
      for (let times = 0; times < most && (await work(push)); times++);
    },
    addLead: (fields: Partial<Record<string, string>> = {}) =>
      createLead(
        db,
        partner.id,
        {
          company_name: 'Acme',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'ada@acme.example',
          phone_number: '+44 20 7946 0001',
          website: null,
          title: null,
          country: null,
          ...fields,
        },
        { source: 'form' },
        clock(),
      ),
    jobs: () =>
      db.query<{ key: string; attempts: number; reason: string | null; parked_at: string | null }>(
        sql`select key, attempts, reason, parked_at from jobs where kind = 'push_lead' order by key`,
      ),
    links: () =>
      db.query<Record<string, string | number | boolean | null>>(
        sql`select * from crm_leads order by lead_id`,
      ),
    async empty(): Promise<void> {
      await db.query(sql`delete from jobs where kind = 'push_lead'`);
      await db.query(sql`delete from leads`);
      await db.query(sql`delete from jobs where kind = 'push_lead'`);
      await db.query(sql`delete from crm_leads`);
      await db.query(
        sql`update crm set fault = null, fault_of = null, probes = 0, probe_at = null`,
      );
      emulator.control.clearFaults();
      emulator.control.reset();
    },
    async close(): Promise<void> {
      await emulator.stop();
      await database.drop();
    },
  };
}
