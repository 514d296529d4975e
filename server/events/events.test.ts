import { afterAll, beforeAll, expect, test } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { moveLead } from '#test/moved-lead.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { recordEvents } from './events.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
  partner = await portal.asPartner('Pat');
});
afterAll(() => portal.close());

const person = ({ user: { id, name, role } }: SignedIn) => ({ id, name, role });

async function timeline(caller: SignedIn, id: string, query = {}) {
  return (await caller.call(routes.listLeadEvents, { params: { id }, query })).body;
}
const kinds = async (caller: SignedIn, id: string) =>
  (await timeline(caller, id, { limit: 100 })).events.map(({ kind }) => kind);
const note = (caller: SignedIn, id: string, text: string) =>
  caller.call(routes.addNote, { params: { id }, body: { text } });
const setStatus = (id: string, status: string) =>
  admin.call(routes.updateLead, { params: { id }, body: { status } });

test('A timeline begins with who submitted the lead and how, and goes on to what happened last', async () => {
  const { id, created_at } = await addLead(partner);
  const at: string[] = [];
  const step = async (work: () => Promise<unknown>) => {
    portal.clock.advance(60_000);
    at.push(portal.clock.now().toISOString());
    await work();
  };
  await step(() => setStatus(id, 'contacted'));
  await step(() => note(partner, id, 'Called\ntwice'));
  await step(() =>
    partner.call(routes.updateLead, { params: { id }, body: { version: 2, title: 'CTO' } }),
  );
  await step(() => partner.call(routes.deleteLead, { params: { id } }));
  await step(() => admin.call(routes.restoreLead, { params: { id } }));

  const [by, byAdmin] = [person(partner), person(admin)];
  const source = { source: 'form', source_name: null, source_row: null };
  const told = [
    { id, kind: 'submitted', at: created_at, by, ...source },
    { kind: 'status', at: at[0], by: byAdmin, from: 'new', to: 'contacted' },
    { kind: 'note', at: at[1], by, text: 'Called\ntwice' },
    { kind: 'corrected', at: at[2], by, changes: { title: { from: null, to: 'CTO' } } },
    { kind: 'deleted', at: at[3], by },
    { kind: 'restored', at: at[4], by: byAdmin },
  ].map((event) => ({ id: expect.any(String), ...event }));
  for (const caller of [partner, admin]) {
    expect(await timeline(caller, id)).toEqual({ events: told, total: 6 });
  }
});

test('A timeline is read in pages that neither overlap nor leave anything out', async () => {
  const { id } = await addLead(partner);
  for (const text of ['a', 'b', 'c', 'd']) await note(partner, id, text);
  const { events: all } = await timeline(partner, id);
  expect(all.map((event) => ('text' in event ? event.text : event.kind))).toEqual([
    'submitted',
    ...'abcd',
  ]);
  for (const limit of [1, 2, 3, 5, 100]) {
    const paged = [];
    for (let offset = 0; offset < 5; offset += limit) {
      const { events, total } = await timeline(partner, id, { limit, offset });
      expect([events.length, total]).toEqual([Math.min(limit, 5 - offset), 5]);
      paged.push(...events);
    }
    expect(paged).toEqual(all);
  }
  expect(await timeline(partner, id, { offset: 9 })).toEqual({ events: [], total: 5 });
});

test('A file is told by its name and the row, as a spreadsheet shows it, and a token by its name', async () => {
  const csv =
    'company_name,first_name,last_name,email\nA,B,C,d@e.example\n\n"F\nG",H,I,j@k.example\n';
  const file = filePayload(csv, { name: 'fair.csv' });
  const { import_id } = (await partner.call(routes.uploadLeads, { file })).body;
  const { leads } = (await partner.call(routes.listLeads, { query: { import_id } })).body;
  const sources = await Promise.all(
    leads.map(async ({ id }) => {
      const { lead } = (await partner.call(routes.getLead, { params: { id } })).body;
      const [submitted] = (await timeline(partner, id)).events;
      const { source, source_name, source_row } = lead;
      expect(submitted).toMatchObject({ source, source_name, source_row });
      return [lead.email, source, source_name, source_row];
    }),
  );
  expect(sources.sort()).toEqual([
    ['d@e.example', 'upload', 'fair.csv', 2],
    ['j@k.example', 'upload', 'fair.csv', 4],
  ]);

  const { token } = (await partner.call(routes.createToken, { body: { name: 'Shop' } })).body;
  const body = { first_name: 'A', last_name: 'B', email: 'a@b.example' };
  const pushed = await portal.withApiToken(token).call(routes.createExternalLead, { body });
  const { events } = await timeline(partner, pushed.body.lead_id);
  expect(events).toMatchObject([{ source: 'api', source_name: 'Shop', source_row: null }]);
});

test('What happened before a lead was moved is not told to the partner who has it now', async () => {
  const [giver, taker] = [await portal.asPartner('Giver'), await portal.asPartner('Taker')];
  const csv = 'company_name,first_name,last_name,email\nA,B,C,d@e.example\n';
  const file = filePayload(csv, { name: 'secret list of giver.csv' });
  const { import_id } = (await giver.call(routes.uploadLeads, { file })).body;
  const id = (await giver.call(routes.listLeads)).body.leads[0]?.id ?? '';
  await note(giver, id, 'Between us');
  await note(admin, id, 'Sure');
  await setStatus(id, 'open');
  await moveLead(portal, { id, from: giver, to: taker, by: admin });
  await note(taker, id, 'Mine now');

  const { events, total } = await timeline(taker, id);
  const unknown = { by: null, source: 'upload', source_name: null, source_row: null };
  expect(events).toMatchObject([
    { kind: 'submitted', ...unknown },
    { kind: 'moved', by: person(admin), from: null, to: null },
    { kind: 'note', text: 'Mine now' },
  ]);
  expect(total).toBe(3);
  const theirs = [events, (await taker.call(routes.getLead, { params: { id } })).body];
  expect(JSON.stringify(theirs)).not.toMatch(/Giver|secret|Between/);
  expect(JSON.stringify(theirs)).not.toContain(import_id);
  expect((await timeline(giver, id)).error).toBe('Lead not found');

  const seen = (await timeline(admin, id)).events;
  expect(seen.map(({ kind }) => kind)).toEqual([
    ...['submitted', 'note', 'note', 'status', 'moved', 'note'],
  ]);
  const partnerOf = ({ user: { id, name } }: SignedIn) => ({ id, name });
  expect(seen[0]).toMatchObject({ by: person(giver), source_name: 'secret list of giver.csv' });
  expect(seen[4]).toMatchObject({ from: partnerOf(giver), to: partnerOf(taker) });

  await moveLead(portal, { id, from: taker, to: giver, by: admin });
  expect(await kinds(giver, id)).toEqual(['submitted', 'note', 'note', 'status', 'moved']);
  expect((await timeline(giver, id)).events[0]).toMatchObject({
    by: person(giver),
    source_name: 'secret list of giver.csv',
  });
});

test('Another partner’s timeline is as good as none', async () => {
  const { id } = await addLead(partner);
  const { status, body } = await (await portal.asPartner()).call(routes.listLeadEvents, {
    params: { id },
  });
  expect([status, body]).toEqual([404, { error: 'Lead not found' }]);
});

test('Who has been deleted since is named all the same; who is no person has no name', async () => {
  const leaving = await portal.asPartner('Leaving');
  const { id } = await addLead(leaving);
  await note(leaving, id, 'Goodbye');
  await admin.call(routes.deletePartner, { params: { id: leaving.user.id } });
  const cause = { by: null, requestId: null, clock: portal.clock.now, via: 'crm' };
  const lead = { id, partner_id: leaving.user.id, version: 1 };
  await recordEvents(portal.db, cause, [{ lead, kind: 'status', data: { to: 'live' } }]);
  const { events } = await timeline(admin, id);
  expect(events).toMatchObject([
    { kind: 'submitted', by: { name: 'Leaving' } },
    { kind: 'note', by: { name: 'Leaving' } },
    { kind: 'status', by: null, from: null, to: 'live' },
  ]);
});

test('An event is kept with the request that caused it and the version that it made', async () => {
  const { id } = await addLead(partner);
  const asked = (n: number) => ({ [headers.requestId]: `request-of-event-${n}` });
  const params = { id };
  await admin.call(routes.updateLead, { params, body: { status: 'open' }, headers: asked(1) });
  await partner.call(routes.addNote, { params, body: { text: 'x' }, headers: asked(2) });
  await partner.call(routes.deleteLead, { params, headers: asked(3) });
  await admin.call(routes.restoreLead, { params, headers: asked(4) });
  const kept = await portal.db.query(sql`
    select kind, request_id, version, via from events where subject_id = ${id} order by at, id`);
  expect(kept).toEqual(
    ['status', 'note', 'deleted', 'restored'].map((kind, n) => {
      return { kind, request_id: `request-of-event-${n + 1}`, version: 2, via: 'portal' };
    }),
  );
});
