// Two hundred partners at their screens, while one uploads a large file and a program sends leads.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { randomToken, tokenHash } from '#server/lib/random-token.ts';
import { ask } from '../ask.ts';
import { csvFile } from '../lead-files.ts';
import { type Asked, p99 } from '../traffic.ts';
import type { Setting } from './cases.ts';
import type { Row } from './report.ts';

const people = 200;
const uploadedRows = 100_000;
const sentEachSecond = 300;
/** A program that has so many calls open waits for answers: the portal refuses many more at once. */
const mostUnderWay = 100;
const longestThought = 2_000;
const longestSeconds = 90;

/** Signed in without their passwords, whose hashes would take longer than the measuring. */
async function signInAll(databaseUrl: string): Promise<string[]> {
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
         from generate_series(1, $1::int) n returning id
       ), session as (
         insert into sessions (id, user_id, refresh_hash, created_at, last_used_at, expires_at)
         select id, id, decode(md5(id::text), 'hex'), now(), now(), now() + interval '1 day'
         from person returning id
       )
       insert into access_tokens (hash, session_id, expires_at)
       select ($2::bytea[])[n], md5('crowd ' || n)::uuid, now() + interval '1 day'
       from generate_series(1, $1::int) n, (select count(*) from session) made`,
      [people, tokens.map(tokenHash)],
    );
  } finally {
    await client.end();
  }
  return tokens;
}

/** What a person opens, one after the other, with a moment to look at each. */
const screens = [
  '/api/leads?limit=10',
  `/api/leads/count?status_group=${encodeURIComponent('closed lost,unqualified')}`,
  '/api/leads?limit=10&status_filter=contacted',
  '/api/leads/unread',
  '/api/me',
];

async function click(portal: string, token: string, done: AbortSignal): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let n = Math.floor(Math.random() * screens.length); !done.aborted; n++) {
    await pause(Math.random() * longestThought);
    const at = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await ask(`${portal}${screens[n % screens.length]}`, { headers });
    if (status !== 200) throw new Error(`A screen was answered ${status}`);
    asked.push({ at, wait: performance.now() - at });
  }
  return asked;
}

async function send({ portal, apiToken }: Setting, done: AbortSignal): Promise<number> {
  const began = performance.now();
  const underWay = new Set<Promise<unknown>>();
  let sent = 0;
  let fault: unknown;
  const one = async () => {
    const n = ++sent;
    const { status } = await ask(`${portal}/api/v1/leads`, {
      method: 'POST',
      headers: { 'x-api-token': apiToken, 'content-type': 'application/json' },
      body: JSON.stringify({
        first_name: 'Ada',
        last_name: `${n}`,
        email: `sent${n}@crowd.example`,
      }),
    });
    if (status !== 201) throw new Error(`A lead that was sent was answered ${status}`);
  };
  while (!done.aborted) {
    const due = ((performance.now() - began) / 1000) * sentEachSecond;
    while (sent < due && underWay.size < mostUnderWay) {
      const sending = one()
        .catch((error) => {
          fault ??= error;
        })
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    await pause(5);
  }
  await Promise.all(underWay);
  if (fault) throw fault;
  return sent / ((performance.now() - began) / 1000);
}

/** Made before anybody's wait is timed, since making it keeps this very process busy. */
function fileToUpload(): FormData {
  const { name, content } = csvFile(uploadedRows);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  return body;
}

async function upload({ portal, partner }: Setting, body: FormData): Promise<void> {
  const response = await fetch(`${portal}/api/leads/upload?duplicates=import`, {
    method: 'POST',
    headers: partner,
    body,
  });
  if (!response.ok) throw new Error(`The upload was answered ${await response.text()}`);
  await response.text();
}

/** For as long as the upload takes. */
export async function crowdRows(setting: Setting, databaseUrl: string): Promise<Row[]> {
  const tokens = await signInAll(databaseUrl);
  const file = fileToUpload();
  const over = new AbortController();
  const tooLong = setTimeout(() => over.abort(), longestSeconds * 1000);
  const clicking = Promise.all(tokens.map((token) => click(setting.portal, token, over.signal)));
  const sending = send(setting, over.signal);
  // Whoever fails is heard of below, when the upload is over.
  for (const work of [clicking, sending]) work.catch(() => undefined);
  await pause(longestThought);
  const began = performance.now();
  await upload(setting, file).finally(() => over.abort());
  clearTimeout(tooLong);
  const asked = (await clicking).flat();
  return [
    {
      name: `screens of ${people}, p99, while ${uploadedRows / 1000}k rows are uploaded`,
      ours: p99(asked, began),
      unit: 'ms',
      target: 100,
      is: 'at most',
    },
    {
      name: 'leads taken from the API meanwhile',
      ours: await sending,
      isSent: true,
      unit: '/s',
      target: sentEachSecond * 0.95,
      is: 'at least',
    },
  ];
}
