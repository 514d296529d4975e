import pg from 'pg';
import type { Account, Portal } from './portal.ts';

/** Straight into the table: what is tried is asking, not adding. */
export async function fill(
  portal: Portal,
  partner: Account,
  count: number,
  notes = '',
): Promise<void> {
  const db = new pg.Client({ connectionString: portal.databaseUrl });
  await db.connect();
  try {
    await db.query(
      `insert into leads (id, partner_id, company_name, company_key, first_name, last_name, email,
         status, status_key, search_text, source, notes, created_at)
       select gen_random_uuid(), $1, 'Acme ' || n, 'acme ' || n, 'Ada', 'Lovelace ' || n,
         'ada-' || n || '@acme.example', 'new', 'new',
         'acme ' || n || e'\\nada lovelace ' || n || e'\\nada-' || n || '@acme.example', 'form',
         nullif($3, ''), now() - n * interval '1 second'
       from generate_series(1, $2::int) n`,
      [partner.id, count, notes],
    );
    await db.query('analyze leads');
  } finally {
    await db.end();
  }
}
