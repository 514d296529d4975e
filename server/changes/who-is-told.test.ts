import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeKinds } from '#contract/events.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { type ChangeStream, openStream } from '#test/streams.ts';
import { tellChanges } from './changes.ts';
import { usualBounds } from './hub.ts';

let portal: TestPortal;
let one: SignedIn;
let other: SignedIn;
let admin: SignedIn;
let secondAdmin: SignedIn;
let streams: Record<string, ChangeStream>;
beforeAll(async () => {
  portal = await testPortal({ streamBounds: { ...usualBounds, gap: 1, look: 10 } });
  [one, other, admin] = [
    await portal.asPartner(),
    await portal.asPartner(),
    await portal.asAdmin(),
  ];
  secondAdmin = await portal.asNewAdmin();
  streams = {
    one: await openStream(portal.app, one.token),
    other: await openStream(portal.app, other.token),
    admin: await openStream(portal.app, admin.token),
    secondAdmin: await openStream(portal.app, secondAdmin.token),
  };
  // What a portal tells that has only begun to listen.
  const everything = changeKinds.filter((kind) => kind !== 'partners');
  for (const stream of Object.values(streams)) await stream.hears(...everything);
});
afterAll(() => portal.close());

/** What each has been told by now: what is told to everybody comes after all that was told before. */
async function heardBy(last: string): Promise<Record<string, string[]>> {
  await portal.db.query(sql`insert into changes_to_tell values (${last}, 'everyone')`);
  const heard: Record<string, string[]> = {};
  for (const [name, stream] of Object.entries(streams)) {
    const kinds: string[] = [];
    await vi.waitFor(() => {
      kinds.push(...stream.take());
      expect(kinds).toContain(last);
    }, 10_000);
    const others = [...new Set(kinds)].filter((kind) => kind !== last).sort();
    if (others.length > 0) heard[name] = others;
  }
  return heard;
}

/** Who is told what by a change. */
async function told(change: () => Promise<unknown>, last = 'imports') {
  await heardBy(last);
  await change();
  return heardBy(last);
}

const toAdmins = (...kinds: string[]) => ({ admin: kinds, secondAdmin: kinds });

test('A lead that is added concerns its partner and the administrators', async () => {
  expect(await told(() => addLead(one))).toEqual({ one: ['leads'], ...toAdmins('leads') });
  expect(await told(() => addLead(other))).toEqual({ other: ['leads'], ...toAdmins('leads') });
});

test('A status that is changed concerns them too, and so does the company that becomes live', async () => {
  const lead = await addLead(one);
  const status = (text: string) => () =>
    admin.call(routes.updateLead, { params: { id: lead.id }, body: { status: text } });
  expect(await told(status('contacted'))).toEqual({ one: ['leads'], ...toAdmins('leads') });
  const both = ['companies', 'leads'];
  expect(await told(status('live'))).toEqual({ one: both, ...toAdmins(...both) });
});

test('A lead that is deleted concerns its partner and the administrators', async () => {
  const lead = await addLead(one);
  const remove = () => one.call(routes.deleteLead, { params: { id: lead.id } });
  expect(await told(remove)).toEqual({ one: ['leads'], ...toAdmins('leads') });
});

test('A lead that is moved concerns both partners', async () => {
  const lead = await addLead(one);
  const move = () =>
    portal.db.query(sql`update leads set partner_id = ${other.user.id} where id = ${lead.id}`);
  expect(await told(move)).toEqual({ one: ['leads'], other: ['leads'], ...toAdmins('leads') });
});

test('What nobody listens to is told by and by, and does not pile up', async () => {
  const unheard = await testPortal();
  const waiting = () => unheard.db.query(sql`select from changes_to_tell`);
  await addLead(await unheard.asPartner());
  expect(await waiting()).not.toEqual([]);
  await tellChanges(unheard.db);
  expect(await waiting()).toEqual([]);
  await unheard.close();
});

test('A change that is taken back is not told', async () => {
  const takeBack = () =>
    portal.db
      .transaction(async (tx) => {
        await tx.query(sql`update leads set status = 'x' where partner_id = ${one.user.id}`);
        throw new Error('no');
      })
      .catch(() => undefined);
  expect(await told(takeBack)).toEqual({});
});

test('Leads of more than twenty partners at once are told to everyone, in one notice', async () => {
  const partners = Array.from({ length: 21 }, () => uuidv7());
  const change = () =>
    portal.db.transaction(async (tx) => {
      for (const id of partners) {
        await tx.query(sql`
          insert into users (id, role, name, email, email_key, password_set_at, created_at)
          values (${id}, 'partner', 'P', ${id}, ${id}, now(), now())`);
      }
      await tx.query(sql`
        insert into leads (id, partner_id, company_key, status_key, search_text, source, created_at)
        select uuid_v7(), id, 'c', 'new', '', 'form', now() from users where id = any(${partners})`);
    });
  expect(await told(change)).toEqual({
    one: ['leads'],
    other: ['leads'],
    ...toAdmins('leads', 'partners'),
  });
});

test('An upload, and its undoing, concern its partner and the administrators', async () => {
  const file = filePayload('company_name,first_name,last_name,email\nA,B,C,a@b.example');
  let importId = '';
  const upload = async () => {
    importId = (await one.call(routes.uploadLeads, { query: {}, file })).body.import_id;
  };
  const both = ['imports', 'leads'];
  expect(await told(upload, 'views')).toEqual({ one: both, ...toAdmins(...both) });
  const undo = () => one.call(routes.undoImport, { params: { id: importId } });
  expect(await told(undo, 'views')).toEqual({ one: both, ...toAdmins(...both) });
});

test('Commissions concern the partner of the company and the administrators', async () => {
  const lead = await addLead(other);
  await admin.call(routes.updateLead, { params: { id: lead.id }, body: { status: 'live' } });
  const { companies } = (await other.call(routes.listLiveCompanies, { query: {} })).body;
  const body = { commission_payable_to_partner: '10.00' };
  const update = () =>
    admin.call(routes.updateCompany, { params: { id: companies[0]?.id ?? '' }, body });
  expect(await told(update)).toEqual({ other: ['companies'], ...toAdmins('companies') });
});

test('A partner who is added, renamed or deleted concerns nobody but administrators', async () => {
  const body = { name: 'N', email: 'n@p.example', company: 'C', password: 'Lantern-kite-2' };
  let id = '';
  const add = async () => {
    id = (await admin.call(routes.createPartner, { body })).body.partner.id;
  };
  expect(await told(add)).toEqual(toAdmins('partners'));
  const rename = () =>
    admin.call(routes.updatePartner, { params: { id }, body: { name: 'M', company: 'D' } });
  expect(await told(rename)).toEqual(toAdmins('partners'));
  const remove = () => admin.call(routes.deletePartner, { params: { id } });
  expect(await told(remove)).toEqual(toAdmins('partners'));
});

test('Signing in, and a new password, concern nobody', async () => {
  expect(await told(() => portal.asAdmin())).toEqual({});
  const someone = await portal.asPartner();
  const reset = () =>
    admin.call(routes.resetPartnerPassword, {
      params: { id: someone.user.id },
      body: { password: 'Lantern-kite-3' },
    });
  expect(await told(reset)).toEqual({});
});

test('The tokens of a partner concern them and the administrators, those of an administrator nobody else', async () => {
  const make = (owner: SignedIn) => async () =>
    (await owner.call(routes.createToken, { body: { name: 'T' } })).body.token_id;
  expect(await told(make(one))).toEqual({ one: ['tokens'], ...toAdmins('tokens') });
  expect(await told(make(admin))).toEqual({ admin: ['tokens'] });
  const id = await make(other)();
  const revoke = () => other.call(routes.updateToken, { params: { id }, body: { revoked: true } });
  expect(await told(revoke)).toEqual({ other: ['tokens'], ...toAdmins('tokens') });
  const remove = () => other.call(routes.deleteToken, { params: { id } });
  expect(await told(remove)).toEqual({ other: ['tokens'], ...toAdmins('tokens') });
});

test('A note concerns the partner of the lead and the administrators, another event is no change', async () => {
  const add = (kind: string) => () =>
    portal.db.query(sql`
      insert into events (id, subject, subject_id, partner_id, kind, via, at)
      values (${uuidv7()}, 'lead', ${uuidv7()}, ${one.user.id}, ${kind}, 'form', now())`);
  expect(await told(add('note'))).toEqual({ one: ['leads'], ...toAdmins('leads') });
  expect(await told(add('status'))).toEqual({});
});

test('Notes that one side has read are told to that side', async () => {
  const leadId = uuidv7();
  const read = (side: string) => () =>
    portal.db.query(sql`delete from unread_notes where lead_id = ${leadId} and side = ${side}`);
  await portal.db.query(sql`
    insert into unread_notes (lead_id, side, partner_id)
    values (${leadId}, 'partner', ${one.user.id}), (${leadId}, 'admin', ${one.user.id})`);
  expect(await told(read('partner'))).toEqual({ one: ['leads'] });
  expect(await told(read('admin'))).toEqual(toAdmins('leads'));
});

test('A view concerns its owner, and everyone where it is or was shared', async () => {
  const id = uuidv7();
  const change = (query: ReturnType<typeof sql>) => () => portal.db.query(query);
  const add = sql`
    insert into views (id, owner_id, name, name_key, query, created_at)
    values (${id}, ${admin.user.id}, 'Mine', 'mine', '', now())`;
  expect(await told(change(add))).toEqual({ admin: ['views'] });
  const everyone = { one: ['views'], other: ['views'], ...toAdmins('views') };
  const share = sql`update views set shared = true where id = ${id}`;
  expect(await told(change(share))).toEqual(everyone);
  const keep = sql`update views set shared = false where id = ${id}`;
  expect(await told(change(keep))).toEqual(everyone);
  expect(await told(change(sql`delete from views where id = ${id}`))).toEqual({ admin: ['views'] });
});

test('What becomes of the connection to HubSpot concerns administrators, a turn of a pull nobody', async () => {
  const change = (query: ReturnType<typeof sql>) => () => portal.db.query(query);
  const fault = sql`update crm set fault = '{"kind":"key_refused"}'`;
  expect(await told(change(fault))).toEqual(toAdmins('crm'));
  const pulled = (time: string) => change(sql`update crm set last_pull_at = ${time}`);
  expect(await told(pulled('2026-11-15T10:42:01Z'))).toEqual(toAdmins('crm'));
  expect(await told(pulled('2026-11-15T10:42:21Z'))).toEqual({});
  expect(await told(pulled('2026-11-15T10:43:01Z'))).toEqual(toAdmins('crm'));
  expect(await told(change(sql`update crm set fault = fault where not one`))).toEqual({});
  const value = sql`
    insert into crm_values (kind, value, label, position) values ('stage', 'new', 'New', 1)`;
  expect(await told(change(value))).toEqual(toAdmins('crm'));
});

test('A job concerns administrators where it is parked, tried again or dropped, and nobody before', async () => {
  const id = uuidv7();
  const change = (query: ReturnType<typeof sql>) => () => portal.db.query(query);
  const add = sql`insert into jobs (id, kind, key) values (${id}, 'push_lead', ${id})`;
  expect(await told(change(add))).toEqual({});
  const claim = sql`update jobs set claimed_until = now() where id = ${id}`;
  expect(await told(change(claim))).toEqual({});
  const park = (time: string | null) =>
    change(sql`update jobs set parked_at = ${time} where id = ${id}`);
  expect(await told(park('2026-11-15'))).toEqual(toAdmins('crm'));
  expect(await told(park(null))).toEqual(toAdmins('crm'));
  await park('2026-11-15')();
  expect(await told(change(sql`delete from jobs where id = ${id}`))).toEqual(toAdmins('crm'));
});

test('Commissions that move in HubSpot concern the partners whose companies show them', async () => {
  const lead = await addLead(one, { company_name: 'Mirrored Ltd' });
  await admin.call(routes.updateLead, { params: { id: lead.id }, body: { status: 'live' } });
  await portal.db.query(sql`
    update companies set crm_company_id = '77' where name = 'Mirrored Ltd'`);
  const mirror = (amount: number) => () =>
    portal.db.query(sql`
      insert into crm_companies (id, alltime_commission_payable) values ('77', ${amount})
      on conflict (id) do update set alltime_commission_payable = excluded.alltime_commission_payable`);
  const concerned = { one: ['companies'], ...toAdmins('companies') };
  expect(await told(mirror(1))).toEqual(concerned);
  expect(await told(mirror(2))).toEqual(concerned);
});
