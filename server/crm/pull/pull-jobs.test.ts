import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connected } from '#server/crm/connection/connection.ts';
import { HubSpotFault, HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import { findConnection } from '#server/crm/kept/connection-state.queries.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { keepGoing, pullHandlers, startPulling } from './pull-jobs.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.query(sql`delete from jobs`);
  await portal.db.query(sql`update crm set fault = null, fault_of = null, probe_at = null`);
});

const job = { id: 'j', kind: jobKinds.pull, key: 'deals', data: {}, wanted: 1, attempts: 0 };
const log = pino({ level: 'silent' });
const at = { signal: new AbortController().signal, renew: async () => {} };

/** What becomes of a pull whose search ends so. */
async function pullThat(fails: () => Error, signal = at.signal) {
  const client = { ...portal.crm.client, search: () => Promise.reject(fails()) };
  const context = { ...portal.crm, client };
  const [handler] = pullHandlers(context).filter(({ kind }) => kind === jobKinds.pull);
  if (!handler) throw new Error('Nobody pulls');
  return keepGoing(connected(context, handler), log).work([job], { ...at, signal });
}
const refusal = (message: string) => {
  return new HubSpotRefused(400, {
    ...{ category: 'VALIDATION_ERROR', message },
    ...{ faults: [], codes: [], traces: [], ids: [] },
  });
};

test('Everything that goes on for as long as HubSpot is connected is enqueued for every kind of object', async () => {
  await portal.db.transaction(startPulling);
  const all = ['companies', 'contacts', 'deals'];
  for (const kind of [jobKinds.pull, jobKinds.lookThroughArchived, jobKinds.sweep])
    expect(await portal.jobs(kind)).toEqual(all);
  expect(await portal.jobs(jobKinds.readValues)).toEqual(['all']);
});

test('A question that HubSpot refuses is asked again after a minute, for ever, and is never parked', async () => {
  expect(await pullThat(() => refusal('Paging is broken today'))).toEqual([
    { is: 'again', milliseconds: 60_000, reason: 'Paging is broken today' },
  ]);
});

test('What fails on the portal’s own side is tried again soon', async () => {
  expect(await pullThat(() => new Error('deadlock detected'))).toEqual([
    { is: 'again', milliseconds: 5_000, reason: 'deadlock detected' },
  ]);
});

test.each([
  ['unreachable', () => new HubSpotFault('unreachable', 'HubSpot answered 503', 503)],
  ['not_set_up', () => refusal('Property partner_portal_lead_id does not exist')],
])('What is a fault of the connection, such as %s, is told as one', async (kind, fails) => {
  expect(await pullThat(fails)).toMatchObject([{ is: 'again', milliseconds: 0 }]);
  expect((await findConnection(portal.db)).fault).toMatchObject({ kind });
});

test('Whoever leaves has nothing tried again', async () => {
  await expect(pullThat(() => new Error('left'), AbortSignal.abort())).rejects.toThrow();
});
