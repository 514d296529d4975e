import pg from 'pg';
import { randomToken, tokenHash } from '#server/lib/random-token.ts';
import { addLeads, countAll } from './fill.ts';

export const people = 200;
export const leadsOfEach = 40;

/** Not of two years, all of whose days would have to be counted anew. */
const leadsOfPeople = addLeads({
  turns: people,
  ofNumber: `md5('crowd ' || n % ${people})::uuid`,
  since: '40 days',
});

/** Signed in without their passwords, whose hashes would take longer than the measuring; with leads. */
export async function signInAll(databaseUrl: string): Promise<string[]> {
  const tokens = Array.from({ length: people }, randomToken);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with person as (
         insert into users (id, name, email, email_key, company, role, password_hash,
           password_set_at, created_at)
         select md5('crowd ' || n)::uuid, 'Crowd ' || n, 'crowd' || n || '@example.com',
           'crowd' || n || '@example.com', 'Crowd ' || n || ' Ltd', 'partner', 'none', now(), now()
         from generate_series(0, $1::int - 1) n returning id
       ), session as (
         insert into sessions (id, user_id, refresh_hash, created_at, last_used_at, expires_at)
         select id, id, decode(md5(id::text), 'hex'), now(), now(), now() + interval '1 day'
         from person returning id
       )
       insert into access_tokens (hash, session_id, expires_at)
       select ($2::bytea[])[n + 1], md5('crowd ' || n)::uuid, now() + interval '1 day'
       from generate_series(0, $1::int - 1) n, (select count(*) from session) made`,
      [people, tokens.map(tokenHash)],
    );
    const leads = people * leadsOfEach;
    await client.query(leadsOfPeople, [0, leads - 1, leads]);
    await client.query('analyze leads');
  } finally {
    await client.end();
  }
  await countAll(databaseUrl);
  return tokens;
}

/** Of all their leads one has this. */
export const emailOfOneLead = (person: number) => `person${people * (leadsOfEach - 1) + person}@`;
