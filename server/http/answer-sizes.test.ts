import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxSharedViewsListed, maxViewsPerUser } from '#contract/limits.ts';
import { addressOf } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { leadBody, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

/** Three bytes each; what would take six, written as \u0001, is only kept in custom fields. */
const letters = (count: number) => `\u0001${'語'.repeat(count)}`;
const control = (count: number) => '\u0001'.repeat(count);
const most = 1_000_000;

let portal: TestPortal;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  partner = await portal.asPartner('語'.repeat(190));
});
afterAll(() => portal.close());

async function answered(url: string): Promise<{ bytes: number; body: never }> {
  const headers = { authorization: `Bearer ${partner.token}` };
  const answer = await portal.app.inject({ url, headers });
  expect(answer.statusCode).toBe(200);
  return { bytes: answer.rawPayload.length, body: answer.json() as never };
}

const longTexts = Object.fromEntries(
  ['company_name', 'first_name', 'last_name', 'title', 'phone_number', 'country', 'website']
    .concat(['address', 'city', 'state', 'zip'])
    .map((name) => [name, letters(200)]),
);

test('A list of a hundred leads with the longest texts is under 1 MB', async () => {
  const body = leadBody(longTexts);
  const { status, body: answer } = await partner.call(routes.createLead, { body });
  expect([status, answer.error]).toEqual([201, undefined]);
  await portal.db.queryOnce(sql`
    update leads set contact_name = ${'語'.repeat(200)}, address = company_name,
      city = company_name, state = company_name, zip = company_name, website = company_name`);
  await portal.db.transaction(async (tx) => {
    const { rows } = await tx.client.query(
      "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'leads' and column_name <> 'id' and table_schema = 'public'",
    );
    await tx.client.query(
      `insert into leads (id, ${rows[0].names}) select uuid_v7(), ${rows[0].names} from leads, generate_series(1, 99)`,
    );
  });
  const { bytes, body: list } = await answered(
    addressOf(routes.listLeads, { query: { limit: 100 } }),
  );
  expect((list as { leads: unknown[] }).leads).toHaveLength(100);
  expect(bytes).toBeGreaterThan(700_000);
  expect(bytes).toBeLessThan(most);
});

type Events = { events: { id: string; kind: string }[]; total: number };

test('A page of the longest events is under 1 MB, and whoever asks on gets all of them in order', async () => {
  const { lead } = (await partner.call(routes.createLead, { body: leadBody() })).body;
  const params = { id: lead.id };
  const fields = (of: string) =>
    Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`${of}${n}`.padEnd(100, control(1)), control(120)]),
    );
  const correct = (version: number, of: string) =>
    partner.call(routes.updateLead, {
      params,
      body: { version, custom_fields: fields(of), notes: letters(5_000) },
    });
  expect((await correct(1, 'a')).status).toBe(200);
  expect((await correct(2, 'b')).status).toBe(200);
  const noted = await partner.call(routes.addNote, { params, body: { text: letters(5_000) } });
  expect(noted.status).toBe(201);
  await portal.db.queryOnce(sql`
    insert into events (id, subject, subject_id, partner_id, kind, by_id, via, at, data, version)
    select uuid_v7(), subject, subject_id, partner_id, kind, by_id, via,
      at + make_interval(secs => n), data, version
    from events, generate_series(1, 15) n where subject_id = ${lead.id}`);

  const seen: string[] = [];
  let largest = 0;
  let total = 1;
  for (let asked = 0; seen.length < total && asked < 200; asked++) {
    const query = { limit: 100, offset: seen.length };
    const { bytes, body } = await answered(addressOf(routes.listLeadEvents, { params, query }));
    const page = body as Events;
    expect(page.events.length).toBeGreaterThan(0);
    seen.push(...page.events.map(({ id }) => id));
    largest = Math.max(largest, bytes);
    total = page.total;
  }
  expect(largest).toBeGreaterThan(200_000);
  expect(largest).toBeLessThan(most);
  const stored = await portal.db.queryOnce<{ id: string }>(sql`
    select id from events where subject_id = ${lead.id} order by at, id`);
  expect([total, seen]).toEqual([49, [lead.id, ...stored.map(({ id }) => id)]]);
});

test('An event that is longer than a page may be is told alone', async () => {
  const { lead } = (await partner.call(routes.createLead, { body: leadBody() })).body;
  await portal.db.queryOnce(sql`
    insert into events (id, subject, subject_id, partner_id, kind, via, at, data, version)
    select uuid_v7(), 'lead', ${lead.id}, ${partner.user.id}, 'note', 'portal',
      now() + make_interval(secs => n), jsonb_build_object('text', repeat('x', 600000)), 1
    from generate_series(1, 2) n`);
  const query = { limit: 5, offset: 1 };
  const { body } = await answered(addressOf(routes.listLeadEvents, { params: lead, query }));
  expect((body as Events).events).toHaveLength(1);
  expect((body as Events).total).toBe(3);
});

test('All the views that anybody sees are under 1 MB, the newest of those that are shared', async () => {
  const admin = await portal.asAdmin();
  const fill = (owner: string, count: number, shared: boolean) =>
    portal.db.queryOnce(sql`
      insert into views (id, owner_id, name, name_key, query, shared, created_at)
      select uuid_v7(), ${owner}, ${'語'.repeat(97)} || n, n || ${owner}, ${'語'.repeat(2_000)},
        ${shared}, now() from generate_series(1, ${count}::int) n`);
  await fill(admin.user.id, 2 * maxSharedViewsListed, true);
  await fill(partner.user.id, maxViewsPerUser, false);
  const { bytes, body } = await answered(routes.listViews.path);
  const { views } = body as { views: { own: boolean }[] };
  expect(views).toHaveLength(maxViewsPerUser + maxSharedViewsListed);
  expect(views.filter(({ own }) => own)).toHaveLength(maxViewsPerUser);
  expect(bytes).toBeLessThan(most);
});

test('A view whose address has control characters is refused', async () => {
  const body = { name: 'Odd', query: `?search=${control(1)}`, shared: false };
  const answer = await partner.call(routes.createView, { body });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    'This view has a character that cannot be stored',
  ]);
});

test('The tokens, sessions, imports and companies of a caller are under 1 MB', async () => {
  const user = partner.user.id;
  const long = '語'.repeat(200);
  await portal.db.queryOnce(sql`
    insert into imports (id, partner_id, file_name, fingerprint, stored, created_at)
    select uuid_v7(), ${user}, ${'🚀'.repeat(200)}, '', 1, now() from generate_series(1, 100)`);
  await portal.db.queryOnce(sql`
    insert into companies (id, partner_id, company_key, name, website, live_leads, live_since)
    select uuid_v7(), ${user}, n::text, ${long}, ${long}, 1, now() from generate_series(1, 100) n`);
  for (let n = 0; n < 100; n++) {
    const body = { name: `${'語'.repeat(96)}${n}` };
    expect((await partner.call(routes.createToken, { body })).status).toBe(200);
  }
  const query = { limit: 100 };
  for (const { url, least } of [
    { url: routes.listTokens.path, least: 30_000 },
    { url: routes.listSessions.path, least: 10 },
    { url: addressOf(routes.listImports, { query }), least: 80_000 },
    { url: addressOf(routes.listLiveCompanies, { query }), least: 120_000 },
  ]) {
    const { bytes } = await answered(url);
    expect(bytes, url).toBeGreaterThan(least);
    expect(bytes, url).toBeLessThan(most);
  }
});
