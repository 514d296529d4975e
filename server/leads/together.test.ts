import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Db } from '#server/db/database.ts';
import { sql, textOf } from '#server/db/sql.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { createLeadsTogether } from './leads.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@acme.example' };
const leadOf = (company_name: string) => ({ ...person, company_name, phone_number: '+44 20 1' });

async function apiOf(partner: SignedIn) {
  const { token } = (await partner.call(routes.createToken, { body: { name: 'Push' } })).body;
  return portal.withApiToken(token);
}

// Of the locks themselves: what a transaction sees of other sessions is as of its first look.
const waitingForLock = (tx: Db) =>
  tx.queryOnce(sql`select pid from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`);

/** What is asked for while nothing can be stored: all of it waits before any is. */
async function whileLocked<T>(ask: (tx: Db) => Promise<T>): Promise<T> {
  return portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table leads in share mode`);
    return ask(tx);
  });
}

const waitFor = (tx: Db, waiting: number) =>
  vi.waitFor(async () => expect(await waitingForLock(tx)).toHaveLength(waiting), {
    timeout: 20_000,
  });

/** Past the check of the session. */
const haveArrived = (tx: Db, key: string, hits: number) =>
  vi.waitFor(
    async () => {
      const counted = await tx.queryOnce(sql`select hits from rate_hits where key = ${key}`);
      expect(counted).toEqual([{ hits }]);
    },
    { timeout: 20_000 },
  );

async function transactionsOf(partner: SignedIn): Promise<{ company: string; xmin: string }[]> {
  return portal.db.query(sql`
    select company_name as company, xmin::text from leads
    where partner_id = ${partner.user.id} order by company_name`);
}

test('What a partner sends while a lead of theirs is being stored is stored together', async () => {
  const partner = await portal.asPartner();
  const addLead = createLeadsTogether(portal.db);
  const add = (name: string) =>
    addLead(partner.user.id, leadOf(name), { source: 'form' }, portal.clock.now());
  const names = ['B', 'C', 'D', 'E'];
  const stored = await whileLocked(async (tx) => {
    const first = add('A');
    await waitFor(tx, 1);
    return [first, ...names.map(add)];
  });
  expect((await Promise.all(stored)).map(({ company_name }) => company_name)).toEqual([
    ...['A', 'B', 'C', 'D', 'E'],
  ]);
  const [alone, ...together] = await transactionsOf(partner);
  expect(new Set(together.map(({ xmin }) => xmin)).size).toBe(1);
  expect(together[0]?.xmin).not.toBe(alone?.xmin);
  const counted = await partner.call(routes.countLeads, { query: { status_group: 'new' } });
  expect(counted.body.count).toBe(5);
});

test('However many leads a partner sends at once, they take one connection and few statements', async () => {
  const partner = await portal.asPartner();
  const query = vi.spyOn(portal.db, 'query');
  try {
    const answers = await whileLocked(async (tx) => {
      const send = () => partner.call(routes.createLead, { body: leadOf('Many') });
      const first = send();
      await waitFor(tx, 1);
      const others = Array.from({ length: 20 }, send);
      await haveArrived(tx, `general:${partner.user.id}`, 21);
      expect(await waitingForLock(tx)).toHaveLength(1);
      return [first, ...others];
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(Array(21).fill(201));
    const texts = query.mock.calls.map(([statement]) => textOf(statement));
    // Two, and more only where some of the calls come late; in turns of three it would be eight.
    const inserts = texts.filter((text) => text.includes('insert into leads'));
    expect(inserts.length).toBeLessThan(7);
  } finally {
    query.mockRestore();
  }
});

test('By form and by API each lead is stored as it was sent, in whatever order they come', async () => {
  const partner = await portal.asPartner('Both Ways');
  const pusher = await apiOf(partner);
  const custom_fields = { size: '12', note: 'two\nlines, "quoted" \\ and ü' };
  const [form, pushed] = await Promise.all([
    partner.call(routes.createLead, { body: { ...leadOf("O'Neill & Söhne"), title: 'CEO' } }),
    pusher.call(routes.createExternalLead, { body: { ...person, phone: '+1', custom_fields } }),
    partner.call(routes.createLead, { body: leadOf('Third') }),
  ]);
  expect(form.body.lead).toMatchObject({
    ...{ company_name: "O'Neill & Söhne", title: 'CEO', source: 'form', source_name: null },
    ...{ partner_name: 'Both Ways', custom_fields: null, version: 1 },
  });
  const params = { id: pushed.body.lead_id };
  expect((await partner.call(routes.getLead, { params })).body.lead).toMatchObject({
    ...{ phone_number: '+1', custom_fields, source: 'api', source_name: 'Push' },
    ...{ company_name: null, title: null },
  });
});

test('A lead that the database refuses takes none of those with it that came together with it', async () => {
  const partner = await portal.asPartner();
  await portal.db.queryOnce(
    sql`alter table leads add constraint no_poison check (company_name <> 'Poison')`,
  );
  try {
    const names = ['First', 'Good', 'Poison', 'Better'];
    const answers = names.map((name) => partner.call(routes.createLead, { body: leadOf(name) }));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 500, 201]);
    expect((await transactionsOf(partner)).map(({ company }) => company)).toEqual([
      ...['Better', 'First', 'Good'],
    ]);
  } finally {
    await portal.db.queryOnce(sql`alter table leads drop constraint no_poison`);
  }
});

test('What is no fault of one of them fails for all that went together, and none is tried again', async () => {
  const partner = await portal.asPartner();
  const run = (text: string) => portal.db.transaction((tx) => tx.client.query(text));
  await run(`
    create function refuse_many() returns trigger language plpgsql as
      $$ begin if (select count(*) from added) > 1 then raise exception 'not now'; end if; return null; end $$;
    create trigger refuse_many after insert on leads referencing new table as added
      for each statement execute function refuse_many()`);
  try {
    const addLead = createLeadsTogether(portal.db);
    const asked = ['A', 'B', 'C'].map((name) =>
      addLead(partner.user.id, leadOf(name), { source: 'form' }, portal.clock.now()),
    );
    const settled = await Promise.allSettled(asked);
    expect(settled.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(await transactionsOf(partner)).toEqual([]);
  } finally {
    await run('drop function refuse_many cascade');
  }
});

test('What an administrator adds for partners takes no more than three connections', async () => {
  const [admin, partner] = [await portal.asAdmin(), await portal.asPartner()];
  const answers = await whileLocked(async (tx) => {
    const body = { ...leadOf('For another'), partner_id: partner.user.id };
    const asked = Array.from({ length: 6 }, () => admin.call(routes.createLead, { body }));
    await waitFor(tx, 3);
    expect((await partner.call(routes.me)).status).toBe(200);
    expect(await waitingForLock(tx)).toHaveLength(3);
    return asked;
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual(Array(6).fill(201));
});
