import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

type Texts = { company_name: string; first_name: string; last_name: string; email: string };

/** A lead of which only the given texts can be found by letters. */
const bare: Texts = { company_name: '-', first_name: '-', last_name: '-', email: '-@0-0.zz' };

async function search(caller: SignedIn, text: string, query = {}) {
  const { status, body } = await caller.call(routes.listLeads, {
    query: { search: text, limit: 100, ...query },
  });
  expect(status, body.error).toBe(200);
  return body;
}

/** The companies that are found, in alphabetical order; the total has to fit. */
async function found(caller: SignedIn, text: string, query = {}) {
  const { leads, total } = await search(caller, text, query);
  expect(total).toBe(leads.length);
  return leads.map((lead) => lead.company_name).sort();
}

async function partnerWithCompanies(names: string[]) {
  const partner = await portal.asPartner();
  for (const company_name of names) await addLead(partner, { ...bare, company_name });
  return partner;
}

test.each([
  { search: 'rightwat', where: 'within the company' },
  { search: 'brightwater foods', where: 'as the whole company' },
  { search: 'Len', where: 'in the first name' },
  { search: 'archett', where: 'in the last name' },
  { search: 'elena marchetti', where: 'as first and last name' },
  { search: 'na mar', where: 'across first and last name' },
  { search: 'e.m@b', where: 'in the email' },
  { search: '  brightwater  ', where: 'with spaces around it' },
  { search: 'f', where: 'with one character' },
  { search: 'TT', where: 'with two characters' },
])('A lead is found by "$search", $where', async ({ search: text }) => {
  const partner = await portal.asPartner();
  await addLead(partner, {
    company_name: 'Brightwater Foods',
    first_name: 'Elena',
    last_name: 'Marchetti',
    email: 'e.m@bw.example',
  });
  await addLead(partner, bare);
  expect(await found(partner, text)).toEqual(['Brightwater Foods']);
});

test.each([
  'acme ada',
  'acmeada',
  'acme\nada',
  'lovelace ada@',
  'lovelace\nada@',
  'lovelace ada',
  'ada@acme.example acme',
  'adalovelace',
])('A search for %j finds nothing, as no match reaches across fields', async (text) => {
  const partner = await portal.asPartner();
  await addLead(partner, {
    company_name: 'Acme',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.example',
  });
  expect(await found(partner, text)).toEqual([]);
});

test('A line break inside a text is found like a space', async () => {
  const partner = await partnerWithCompanies(['Two\nLines']);
  expect(await found(partner, 'two lines')).toEqual(['Two\nLines']);
  expect(await found(partner, 'two\nlines')).toEqual(['Two\nLines']);
});

test('Only company, contact and email are searched', async () => {
  const partner = await portal.asPartner();
  const others = { title: 'Findable', website: 'findable.example', country: 'Findable' };
  await addLead(partner, { ...bare, ...others, phone_number: 'findable' });
  expect(await found(partner, 'findable')).toEqual([]);
});

test.each([
  { stored: 'Müller', search: 'MÜLLER' },
  { stored: 'ÜBERSEE', search: 'übersee' },
  { stored: 'Élan', search: 'éLAN' },
  { stored: 'Газпром', search: 'ГАЗ' },
  { stored: 'ЯНДЕКС', search: 'яндекс' },
  { stored: 'Παπασταύρου', search: 'ΠΑΠΑΣ' },
  { stored: 'ΝΙΚΟΣ', search: 'νικοσ' },
  { stored: 'Caf\u00e9', search: 'cafe\u0301' },
  { stored: 'Cafe\u0301', search: 'CAF\u00c9' },
  { stored: 'Zo\u0308e', search: 'ZO\u0308E' },
])('"$stored" is found by "$search", whatever the case and the composition', async (example) => {
  const partner = await partnerWithCompanies([example.stored, 'Else']);
  expect(await found(partner, example.search)).toEqual([example.stored]);
});

test.each([
  { search: '%', names: ['100% Bio'] },
  { search: '0%', names: ['100% Bio'] },
  { search: '_', names: ['Under_score'] },
  { search: 'r_s', names: ['Under_score'] },
  { search: '\\', names: ['Back\\slash'] },
  { search: 'k\\s', names: ['Back\\slash'] },
  { search: '\\%', names: [] },
  { search: "'", names: ["O'Hara"] },
  { search: "' or ''='", names: [] },
  { search: '"', names: ['Say "hi"'] },
  { search: '🚀', names: ['🚀 Rockets'] },
  { search: '🚁', names: [] },
  { search: '*', names: [] },
  { search: '.+', names: [] },
])('The characters %j stand for themselves in a search', async ({ search: text, names }) => {
  const partner = await partnerWithCompanies([
    '100% Bio',
    'Under_score',
    'Back\\slash',
    "O'Hara",
    'Say "hi"',
    '🚀 Rockets',
  ]);
  expect(await found(partner, text)).toEqual(names);
});

test('A search keeps within the status filter and the partner', async () => {
  const [one, other] = [await portal.asPartner(), await portal.asPartner()];
  const company_name = 'Kestrel Aviation';
  const live = await addLead(one, { company_name });
  await admin.call(routes.updateLead, { params: { id: live.id }, body: { status: 'live' } });
  const fresh = await addLead(one, { company_name });
  await addLead(one, { company_name: 'Nimbus' });
  const theirs = await addLead(other, { company_name });

  const ids = async (caller: SignedIn, query = {}) => {
    const { leads, total } = await search(caller, 'kestrel', query);
    expect(total).toBe(leads.length);
    return leads.map((lead) => lead.id).sort();
  };
  expect(await ids(one)).toEqual([live.id, fresh.id].sort());
  expect(await ids(one, { partner_id: other.user.id })).toEqual([live.id, fresh.id].sort());
  expect(await ids(one, { status_filter: 'Live,closed won' })).toEqual([live.id]);
  expect(await ids(admin)).toEqual([live.id, fresh.id, theirs.id].sort());
  expect(await ids(admin, { partner_id: other.user.id })).toEqual([theirs.id]);
  const both = { partner_id: one.user.id, status_filter: 'new' };
  expect(await ids(admin, both)).toEqual([fresh.id]);
});

test('The total of a search counts all that match, on every page and past the last', async () => {
  const partner = await partnerWithCompanies(['Orchard 1', 'Orchard 2', 'Orchard 3', 'Else']);
  const pages = await Promise.all(
    [0, 2, 4].map((offset) => search(partner, 'orchard', { limit: 2, offset })),
  );
  expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
  const names = pages.flatMap(({ leads }) => leads.map((lead) => lead.company_name));
  expect(names).toEqual(['Orchard 3', 'Orchard 2', 'Orchard 1']);
});

test('A search may be as long as a name may be, and no longer', async () => {
  const name = 'x'.repeat(200);
  const partner = await partnerWithCompanies([name, 'x'.repeat(199)]);
  expect(await found(partner, name)).toEqual([name]);
  const { status, body } = await partner.call(routes.listLeads, { query: { search: `${name}x` } });
  expect([status, body.error]).toEqual([400, 'Search must be at most 200 characters']);
});

test('A blank search finds everything', async () => {
  const partner = await partnerWithCompanies(['One', 'Two']);
  expect(await found(partner, '')).toEqual(['One', 'Two']);
  expect(await found(partner, '  ')).toEqual(['One', 'Two']);
});

const fold = (text: string) => text.normalize('NFC').toLowerCase();

function naivelyFinds(needle: string, lead: Texts): boolean {
  const { company_name, first_name, last_name, email } = lead;
  const fields = [company_name, first_name, last_name, `${first_name} ${last_name}`, email];
  return fields.some((field) => fold(field).includes(fold(needle.trim())));
}

test('For any leads and any search the answer is that of a naive filter', async () => {
  const partner = await portal.asPartner();
  const letters = [...'aAbB éÉüÜяЯ%_\\\'"🚀', 'e\u0301', '\u0301'];
  const text = (max: number) =>
    fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: max })
      .map((parts) => parts.join('').trim())
      .filter((value) => value !== '');
  const lead = fc.record({
    company_name: text(8),
    first_name: text(4),
    last_name: text(4),
    email: fc.constantFrom('a@b.example', 'A_%@b.example', 'bab@AB.example'),
  });
  const property = fc.asyncProperty(
    fc.array(lead, { minLength: 1, maxLength: 4 }),
    fc.array(text(3), { minLength: 1, maxLength: 4 }),
    async (leads, needles) => {
      await portal.db.query(sql`delete from leads where partner_id = ${partner.user.id}`);
      const stored = await Promise.all(leads.map((texts) => addLead(partner, texts)));
      for (const needle of needles) {
        const expected = stored.filter((_, i) => naivelyFinds(needle, leads[i] ?? bare));
        const { leads: answered, total } = await search(partner, needle);
        const ids = answered.map(({ id }) => id).sort();
        expect(ids).toEqual(expected.map(({ id }) => id).sort());
        expect(total).toBe(expected.length);
      }
    },
  );
  await fc.assert(property, { seed: 20261115, numRuns: 80 });
});

test('The search index of the embedded database knows letters beyond the English ones', async () => {
  for (const word of ['привет', 'müller', '日本語']) {
    const [row] = await portal.db.query<{ trigrams: string[] }>(
      sql`select show_trgm(${word}) as trigrams`,
    );
    expect(row?.trigrams.length, word).toBeGreaterThan([...word].length);
  }
});

test('What was added last is soon in the search index: every search reads what is not', async () => {
  const [index] = await portal.db.query(sql`
    select reloptions from pg_class where oid = 'leads_search'::regclass`);
  expect(index).toEqual({ reloptions: ['gin_pending_list_limit=256'] });
});
