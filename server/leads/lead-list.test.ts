import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/http.ts';
import { type LeadSort, leadSorts } from '#contract/lead-queries.ts';
import { displayStatus, statusKey } from '#contract/lead-status.ts';
import { routes } from '#contract/routes.ts';
import { type Stage, stageKeys } from '#contract/stages.ts';
import { columns, joined, sql } from '#server/db/sql.ts';
import { foldText } from '#server/lib/text-keys.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { seededRandom } from '#test/fuzz/random.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { leadColumns, leadRow } from './lead-row.ts';

type Query = NonNullable<RequestOf<typeof routes.listLeads>['query']>;
type Row = {
  id: string;
  partner: string;
  company: string | null;
  email: string;
  country: string | null;
  source: 'form' | 'upload' | 'api';
  importId: string | null;
  status: string;
  at: string;
  deletedAt: string | null;
  wonAt: string | null;
  came: number;
  /** The sides that have not read a note of it. */
  unread: ('partner' | 'admin')[];
};

const random = seededRandom('lists');
const companies = ['Acme', 'acme', 'Zeta', 'Äpfel', 'lead', 'Beta Ltd', null, '100% _ \\', 'Ωmega'];
const countries = ['Germany', 'GERMANY', 'Österreich', 'österreich', 'France', null];
const statuses = ['new', 'Live', 'closed_won', 'Closed Won', 'contacted', 'in progress'];
const moments = [0, 1, 2, 3, 4].flatMap((day) => [
  `2026-11-1${day}T00:00:00.000Z`,
  `2026-11-1${day}T12:30:00.000Z`,
  `2026-11-1${day}T23:59:59.999Z`,
]);
const imports = [uuidv7(), uuidv7()];

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let rows: Row[];
beforeAll(async () => {
  portal = await testPortal({ env: { RATE_LIMIT_GENERAL: '1000000' } });
  admin = await portal.asAdmin();
  partner = await portal.asPartner('One');
  const other = await portal.asPartner('Other');
  const owners = [partner.user.id, partner.user.id, other.user.id];
  for (const [n, id] of imports.entries()) {
    // Undone: the leads are counted, and not read off the record.
    await portal.db.queryOnce(sql`
      insert into imports (id, partner_id, file_name, fingerprint, created_at, undone_at)
      values (${id}, ${owners[n * 2]}, 'leads.csv', '', now(), now())`);
  }
  rows = Array.from({ length: 120 }, (_, n) => randomRow(owners[n % 3] ?? '', n));
  for (const row of rows) await store(row);
});
afterAll(() => portal.close());

function randomRow(owner: string, n: number): Row {
  const pick = <T>(values: readonly T[]): T => random.pick([...values]) as T;
  const source = pick(['form', 'upload', 'api'] as const);
  const deletedHoursAgo = pick([1, 5, 700]);
  return {
    id: '',
    partner: owner,
    company: pick(companies),
    email: `${pick(['ada', 'bob'])}${n}@acme.example`,
    country: pick(countries),
    source,
    importId: source === 'upload' ? pick(imports) : null,
    status: pick(statuses),
    at: pick(moments),
    deletedAt:
      n % 4 === 0
        ? new Date(portal.clock.now().getTime() - deletedHoursAgo * 3_600_000).toISOString()
        : null,
    wonAt: pick([null, ...moments]),
    came: pick([0, 1, 2, 3, 4]),
    unread: pick([[], [], ['partner'], ['admin'], ['partner', 'admin']]) as Row['unread'],
  };
}

async function store(row: Row): Promise<void> {
  const person = { first_name: 'Ada', last_name: 'Lovelace', country: row.country };
  const input = { ...person, company_name: row.company, email: row.email };
  const origin = { source: row.source, ...(row.importId && { importId: row.importId }) };
  const values = leadRow(input, row.partner, origin, row.at)
    .with(leadColumns.indexOf('status'), row.status)
    .with(leadColumns.indexOf('status_key'), statusKey(row.status));
  row.id = values[leadColumns.indexOf('id')] ?? '';
  const given = joined(
    values.map((value) => sql`${value}`),
    ', ',
  );
  const { db } = portal;
  await db.queryOnce(
    row.deletedAt
      ? sql`insert into deleted_leads (${columns(leadColumns)}, won_at, came, deleted_at)
          values (${given}, ${row.wonAt}, ${row.came}, ${row.deletedAt})`
      : sql`insert into leads (${columns(leadColumns)}, won_at, came)
          values (${given}, ${row.wonAt}, ${row.came})`,
  );
  for (const side of row.unread) {
    await db.queryOnce(sql`
      insert into unread_notes (lead_id, side, partner_id)
      values (${row.id}, ${side}, ${row.partner})`);
  }
}

const day = (moment: string) => moment.slice(0, 10);
const readKey = ({ status, at }: Row) =>
  statusKey(displayStatus(status, new Date(at), portal.clock.now()).text);
/** What each parameter means, in plain words of another language than SQL. */
const meanings: { [Name in keyof Query]-?: (row: Row, value: string, side: SignedIn) => boolean } =
  {
    limit: () => true,
    offset: () => true,
    sort: () => true,
    search: ({ company, email }, text) =>
      [company ?? '', 'Ada Lovelace', email].some((part) =>
        foldText(part).includes(foldText(text)),
      ),
    partner_id: (row, value) => row.partner === value,
    status_filter: (row, list) => list.split(',').map(statusKey).includes(readKey(row)),
    import_id: (row, id, { user }) =>
      row.importId === id && (user.role === 'admin' || id === imports[0]),
    from: ({ at }, from) => (from.includes('T') ? new Date(at) >= new Date(from) : day(at) >= from),
    to: ({ at }, to) => (to.includes('T') ? new Date(at) < new Date(to) : day(at) <= to),
    country: (row, name) => row.country?.toLowerCase() === name.toLowerCase(),
    source: (row, source) => row.source === source,
    won_from: ({ wonAt }, from) =>
      wonAt !== null &&
      (from.includes('T') ? new Date(wonAt) >= new Date(from) : day(wonAt) >= from),
    won_to: ({ wonAt }, to) =>
      wonAt !== null && (to.includes('T') ? new Date(wonAt) < new Date(to) : day(wonAt) <= to),
    reached: ({ came }, stage) => came >= stageKeys.indexOf(stage as Stage),
    // Nobody knows yet how long is long.
    stuck: () => false,
    unread: ({ unread }, _, { user }) => unread.includes(user.role),
    deleted: () => true,
  };

const compare = <T extends string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const companyOf = ({ company }: Row) => (company ? ` ${foldText(company)}` : '\uffff');
const ascending: Record<(typeof leadSorts)[number], (a: Row, b: Row) => number> = {
  created_at: (a, b) => compare(a.at, b.at) || compare(a.id, b.id),
  status: (a, b) => compare(readKey(a), readKey(b)) || compare(b.at, a.at) || compare(b.id, a.id),
  company_name: (a, b) => compare(companyOf(a), companyOf(b)) || compare(b.id, a.id),
};

function expectedIds(caller: SignedIn, query: Query): string[] {
  const asked = Object.entries(query) as [keyof Query, string][];
  const restorable = portal.clock.now().getTime() - 30 * 24 * 3_600_000;
  const found = rows.filter(
    (row) =>
      (query.deleted
        ? row.deletedAt !== null && Date.parse(row.deletedAt) > restorable
        : row.deletedAt === null) &&
      (caller === admin || row.partner === caller.user.id) &&
      asked.every(([name, value]) => meanings[name](row, String(value), caller)),
  );
  const [, minus, name] = /^(-?)(\w+)$/.exec(query.sort ?? '') ?? [];
  const order = ascending[name as keyof typeof ascending];
  if (order) found.sort((a, b) => (minus ? order(b, a) : order(a, b)));
  else if (query.deleted)
    found.sort((a, b) => compare(b.deletedAt ?? '', a.deletedAt ?? '') || compare(b.id, a.id));
  else found.sort((a, b) => ascending.created_at(b, a));
  return found.map(({ id }) => id);
}

async function everyPage(caller: SignedIn, query: Query) {
  const limit = 23;
  const ids: string[] = [];
  let total = -1;
  for (let offset = 0; offset <= ids.length; offset += limit) {
    const { body, status } = await caller.call(routes.listLeads, {
      query: { ...query, limit, offset },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    for (const { id, unread } of body.leads) {
      ids.push(id);
      const row = rows.find((each) => each.id === id);
      // Nobody is asked to read the notes of what is gone.
      expect(unread).toBe(!row?.deletedAt && row?.unread.includes(caller.user.role));
    }
    total = body.total;
  }
  return { ids, total };
}

async function holds(caller: SignedIn, query: Query) {
  const ids = expectedIds(caller, query);
  expect(await everyPage(caller, query), JSON.stringify(query)).toEqual({ ids, total: ids.length });
  return ids.length;
}

const sorts: (LeadSort | undefined)[] = [
  undefined,
  ...leadSorts.flatMap((sort): LeadSort[] => [sort, `-${sort}`]),
];
const filters: Query[] = [
  {},
  { search: 'ACME' },
  { search: '100% _ \\' },
  { status_filter: 'live' },
  { status_filter: 'closed won,NEW,nothing' },
  { from: '2026-11-12' },
  { to: '2026-11-12' },
  { from: '2026-11-11', to: '2026-11-11' },
  { from: '2026-11-12', to: '2026-11-11' },
  { from: '2026-11-11T12:30:00Z' },
  { from: '2026-11-11T14:30:00+02:00', to: '2026-11-13T12:30:00Z' },
  { country: 'germany' },
  { country: 'ÖSTERREICH' },
  { country: 'Germ' },
  { source: 'api' },
  { import_id: imports[0] },
  { import_id: imports[1], source: 'form' },
  { won_from: '2026-11-12' },
  { won_from: '2026-11-10T12:30:00Z', won_to: '2026-11-12T12:30:00Z' },
  { reached: 'application_sent' },
  { reached: 'live', won_to: '2026-11-12' },
  { stuck: 'true' },
  { unread: 'true' },
  { unread: 'true', country: 'Germany', status_filter: 'new,live', source: 'upload' },
];

describe.each(filters)('Leads with %j', (filter) => {
  test.each(sorts)('sorted by %s are what a plain filter and sort make of them', async (sort) => {
    const query = { ...filter, ...(sort && { sort }) };
    await holds(partner, query);
    await holds(admin, query);
    await holds(admin, { ...query, partner_id: partner.user.id });
    await holds(admin, { ...query, deleted: 'true' });
  });
});

test('Filters put together at random leave what all of them leave, in pages that lose nothing', async () => {
  const nonEmpty: number[] = [];
  for (let n = 0; n < 60; n++) {
    const parts = Array.from({ length: 3 }, () => random.pick(filters) as Query);
    const query: Query = Object.assign({ sort: random.pick(sorts) }, ...parts);
    nonEmpty.push(await holds(random.chance(0.5) ? admin : partner, query));
  }
  // Conditions that left nothing would prove nothing.
  expect(nonEmpty.filter((count) => count > 0).length).toBeGreaterThan(20);
});

test('A partner asks in vain for deleted leads, and for those of others', async () => {
  const { status, body } = await partner.call(routes.listLeads, { query: { deleted: 'true' } });
  expect({ status, body }).toEqual({ status: 403, body: { error: 'Insufficient permissions' } });
  const [theirs] = rows.filter((row) => row.partner !== partner.user.id);
  const foreign = { partner_id: theirs?.partner, import_id: imports[0] };
  const { leads } = (await partner.call(routes.listLeads, { query: foreign })).body;
  expect(leads.length).toBeGreaterThan(0);
  expect(leads.every((lead) => lead.partner_id === partner.user.id)).toBe(true);
});

test('Leads that were deleted more than 30 days ago are not told, restored or not', async () => {
  const before = await holds(admin, { deleted: 'true' });
  portal.clock.advance(60_000);
  expect(await holds(admin, { deleted: 'true' })).toBe(before);
  const old = { ...randomRow(partner.user.id, 0), unread: [], at: moments[0] ?? '' };
  const edge = 30 * 24 * 3_600_000;
  for (const past of [edge - 1, edge]) {
    const deletedAt = new Date(portal.clock.now().getTime() - past).toISOString();
    const row = { ...old, deletedAt };
    rows.push(row);
    await store(row);
  }
  expect(await holds(admin, { deleted: 'true' })).toBe(before + 1);
});
