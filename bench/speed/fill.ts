import pg from 'pg';
import { type Database, openDatabase } from '#server/db/database.ts';
import { findDaysAhead, findMarkedDays } from '#server/leads/lead-days.queries.ts';
import { countDays } from '#server/leads/lead-days.ts';
import { say } from './report.ts';

/** Who take turns: the leads of the one who can sign in are those of every hundredth number. */
export const partners = 100;
const chunk = 50_000;
const sayEveryMilliseconds = 10_000;

/** Says how far something is, not more often than can be read. */
function seldom(): (what: string) => void {
  let said = performance.now();
  return (what) => {
    if (performance.now() - said < sayEveryMilliseconds) return;
    said = performance.now();
    say(what);
  };
}

const grouped = (leads: number) => leads.toLocaleString('en-US');

/**
 * Leads of a hundred partners, who take turns and of whom one can sign in, over two years up to now. Straight into the tables, with
 * all their triggers: what the portal keeps beside a lead is kept of these too.
 */
export async function fill(
  databaseUrl: string,
  leads: number,
  firstPartner: string,
  /** So many of them are there already. */
  there = 0,
) {
  say(`adding leads until there are ${grouped(leads)}…`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await addPartners(client);
    const sayHowMany = seldom();
    for (let from = there; from < leads; from += chunk) {
      const until = Math.min(from + chunk, leads);
      await client.query(leadsOfPartners, [from, until - 1, leads, firstPartner]);
      sayHowMany(`${grouped(until)} leads are there`);
    }
    await client.query(`
      create table if not exists bare_leads (like leads including defaults);
      create unique index if not exists bare_leads_id on bare_leads (id);
      create index if not exists bare_leads_newest on bare_leads
        (partner_id, created_at desc, id desc)`);
    say('looking through the tables, as PostgreSQL does by itself…');
    await client.query('vacuum analyze leads');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await countAll(databaseUrl);
}

export async function addPartners(client: pg.Client): Promise<void> {
  await client.query(`
    insert into users (id, name, email, email_key, company, role, password_hash, password_set_at,
      created_at)
    select md5('partner ' || n)::uuid, 'Partner ' || n, 'partner' || n || '@example.com',
      'partner' || n || '@example.com', 'Partner ' || n || ' Ltd', 'partner', 'none', now(), now()
    from generate_series(1, ${partners - 1}) n on conflict do nothing`);
}

async function isLeft(db: Database): Promise<boolean> {
  const { first, over } = await findDaysAhead(db);
  return (await findMarkedDays(db, 1)).length > 0 || (first !== null && first <= over);
}

/** As the portal does in the background, so that it is done before anything is measured. */
export async function countAll(databaseUrl: string): Promise<void> {
  say('counting the leads of each day…');
  const sayHowMany = seldom();
  const db = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    let days = 0;
    while (await isLeft(db)) {
      days += await countDays(db);
      sayHowMany(`${grouped(days)} days are counted`);
    }
  } finally {
    await db.close();
  }
}

type Owners = { turns: number; ofNumber: string; since: string };

/** Those numbered from $1 to $2, of $3 from then until now, of owners who take turns. */
export const addLeads = ({ turns, ofNumber, since }: Owners) => `
  insert into leads (id, partner_id, company_name, company_key, first_name, last_name, email,
    phone_number, website, title, country, status, status_key, search_text, source, created_at)
  select
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 5, 15))::uuid,
    ${ofNumber},
    'Firm ' || n, 'firm ' || n, 'Ada ' || n % 977, 'Miller ' || n, 'person' || n || '@firm.example',
    '+49 30 ' || n, 'https://firm' || n || '.example', 'Director',
    (array['Germany', 'France', 'Austria', 'Spain'])[1 + n % 4],
    status, status,
    'firm ' || n || e'\\n' || 'ada ' || n % 977 || ' miller ' || n || e'\\n'
      || 'person' || n || '@firm.example',
    'form', at
  from generate_series($1::bigint, $2::bigint) n,
    lateral (select now() - interval '${since}' * (1 - n::float8 / $3::bigint) as at) moment,
    lateral (select (array['new', 'open', 'contacted', 'connected', 'closed lost', 'live',
      'application sent', 'open deal', 'closed won', 'unqualified'])[1 + n / ${turns} % 10] as status
    ) stage`;

/** Of partners, of whom $4 has every hundredth number. */
export const leadsOfPartners = addLeads({
  turns: partners,
  ofNumber: `case n % ${partners} when 0 then $4::uuid else md5('partner ' || n % ${partners})::uuid end`,
  since: '2 years',
});
