import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { tellChanges } from '#server/changes/changes.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { type Replica, startReplica } from '#test/replica.ts';
import { usedFolder } from '#test/used-folder.ts';
import { type Database, openDatabase } from './database.ts';
import { cleanUp, log, start } from './embedded/testing.ts';
import { migrate, readMigrations } from './migrate.ts';
import { withReplica } from './replica.ts';
import { sql } from './sql.ts';

let primary: { dataDir: string; url: string; superuserUrl: string };
let replica: Replica;
let own: Database;
let portal: TestPortal;
let partner: SignedIn;
let admin: SignedIn;

/** A portal of its own, as on another machine. */
function openBoth(): Database {
  return withReplica(openDatabase(primary.url), openDatabase(replica.url), log, 20);
}

beforeAll(async () => {
  const dataDir = await usedFolder();
  const { url, superuserUrl } = await start(dataDir);
  primary = { dataDir, url, superuserUrl };
  own = openDatabase(url);
  await migrate(own, await readMigrations());
  replica = await startReplica(primary);
  const db = openBoth();
  portal = await testPortal({ database: { db, url, drop: () => db.close() } });
  partner = await portal.asPartner();
  admin = await portal.asAdmin();
});
afterAll(async () => {
  await portal.close();
  await own.close();
  await replica.stop();
  await cleanUp();
});

/** True where this person reads from the replica, as they do once it has all that they need. */
async function readsFromReplica(person: string): Promise<boolean> {
  const reader = await portal.db.readerFor(person);
  const [row] = await reader.query<{ is: boolean }>(sql`select pg_is_in_recovery() as is`);
  return row?.is ?? false;
}

beforeEach(async () => {
  await expect.poll(() => readsFromReplica(partner.user.id)).toBe(true);
  await expect.poll(() => readsFromReplica(admin.user.id)).toBe(true);
  await replica.fallBehind();
});
afterEach(() => replica.catchUp());

const companiesOf = async (caller: SignedIn) =>
  (await caller.call(routes.listLeads)).body.leads.map((lead) => lead.company_name);

test('Lists and counts are those of the replica, for whoever has no need of anything newer', async () => {
  const before = (await admin.call(routes.countLeads, { query: { status_group: 'new' } })).body;
  await addLead(partner, { company_name: 'Not there yet' });
  expect(await companiesOf(admin)).not.toContain('Not there yet');
  const after = await admin.call(routes.countLeads, { query: { status_group: 'new' } });
  expect(after.body).toEqual(before);
  await replica.catchUp();
  await expect.poll(() => companiesOf(admin)).toContain('Not there yet');
});

test('What a person has written, they read back at once, in every process', async () => {
  await addLead(partner, { company_name: 'Mine' });
  expect(await companiesOf(partner)).toContain('Mine');
  const elsewhere = openBoth();
  await expect
    .poll(async () => (await elsewhere.readerFor(partner.user.id)) !== elsewhere)
    .toBe(true);
  const reader = await elsewhere.readerFor(partner.user.id);
  expect(await reader.query(sql`select 1 from leads where company_name = 'Mine'`)).toHaveLength(1);
  await elsewhere.close();
});

test('What their partner’s own program has sent, they read back at once', async () => {
  const { body } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  const lead = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@sent.example' };
  const sent = await portal
    .withApiToken(body.token)
    .call(routes.createExternalLead, { body: { ...lead, company_name: 'Sent' } });
  expect(sent.status).toBe(201);
  expect(await companiesOf(partner)).toContain('Sent');
});

test('What a screen was told of is read where it is already there', async () => {
  await addLead(partner, { company_name: 'Told' });
  await tellChanges(portal.db);
  expect(await companiesOf(admin)).toContain('Told');
});

test('Where the replica goes away, the database answers; when it is back, it is read again', async () => {
  await replica.catchUp();
  await replica.stop();
  expect((await admin.call(routes.listLeads)).status).toBe(200);
  await addLead(partner, { company_name: 'Without it' });
  expect(await companiesOf(partner)).toContain('Without it');
  expect(await readsFromReplica(admin.user.id)).toBe(false);
  await replica.start();
  await expect.poll(() => readsFromReplica(admin.user.id)).toBe(true);
});

test('Where the replica freezes, the database answers, and what was asked of the replica too', async () => {
  await replica.catchUp();
  await expect.poll(() => readsFromReplica(admin.user.id)).toBe(true);
  await replica.freeze();
  try {
    const answers = [routes.listLeads, routes.listLiveCompanies].map((route) => admin.call(route));
    for (const answer of answers) expect((await answer).status).toBe(200);
    expect(await readsFromReplica(admin.user.id)).toBe(false);
    await addLead(partner, { company_name: 'While it is frozen' });
    expect(await companiesOf(partner)).toContain('While it is frozen');
  } finally {
    await replica.thaw();
  }
  await expect.poll(() => readsFromReplica(admin.user.id)).toBe(true);
});
