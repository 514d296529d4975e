import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { columns, sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { findTables } from './backup.queries.ts';
import { backUp, removeUnfinished } from './backup.ts';
import { fillDemo } from './demo.ts';
import { restore, unpack } from './restore.ts';

let portal: TestPortal;
let partner: SignedIn;
let folder: string;
const migrations = await readMigrations();
const opened: TestDatabase[] = [];
beforeAll(async () => {
  portal = await testPortal();
  await fillDemo(portal.db, portal.clock.now());
  partner = await portal.asPartner();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backup-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await portal.close();
  await Promise.all(opened.map((one) => one.drop()));
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase('empty');
  opened.push(database);
  return database;
}

async function contentOf(db: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const { name } of await findTables(db)) {
    const rows = await db.queryOnce<{ row: string }>(sql`
      select whole::text as row from ${columns([name])} whole order by 1`);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

const addLead = (email: string) =>
  partner.call(routes.createLead, {
    body: {
      company_name: 'Kept Ltd',
      first_name: 'Ann',
      last_name: 'Kept',
      email,
      phone_number: '+49 30 1234567',
    },
  });

const backUpTo = async (name: string) => {
  const path = join(folder, name);
  await backUp(portal.db, path);
  return path;
};

test('What was backed up is there again in an empty database, row for row', async () => {
  const odd = 'a\tb\nc\r\\.\n\\N "quoted" 漢字 \u{1F600} null';
  await addLead('odd@example.com');
  await portal.db.queryOnce(sql`
    update leads set notes = ${odd}, custom_fields = ${JSON.stringify({ [odd]: odd })}
    where email = 'odd@example.com'`);
  await partner.call(routes.createToken, { body: { name: 'Shop' } });
  const path = await backUpTo('all.backup');
  const { db } = await emptyDatabase();
  await restore(db, { path, migrations, overwrite: false });
  const before = await contentOf(portal.db);
  expect(await contentOf(db)).toEqual(before);
  expect(before.leads?.length).toBeGreaterThan(10);
  expect(before.api_tokens?.length).toBe(1);
});

test('What follows from leads follows them after a restore, and keys are kept again', async () => {
  const path = await backUpTo('rules.backup');
  const { db } = await emptyDatabase();
  await restore(db, { path, migrations, overwrite: false });
  const counted = () =>
    db.queryOnce<{ sum: number; leads: number }>(sql`
      select sum(count)::int as sum, (select count(*) from leads)::int as leads from lead_counts`);
  const [before] = await counted();
  await db.queryOnce(sql`delete from leads where id = (select id from leads limit 1)`);
  const [after] = await counted();
  expect(after).toEqual({ sum: Number(before?.sum) - 1, leads: Number(before?.leads) - 1 });
  expect(after?.sum).toBe(after?.leads);
  const orphan = sql`update leads set partner_id = gen_random_uuid()`;
  await expect(db.queryOnce(orphan)).rejects.toThrow('foreign key');
});

test('A backup shows one moment, whatever is stored while it is made', async () => {
  const path = join(folder, 'moment.backup');
  const before = await contentOf(portal.db);
  let late = 0;
  await backUp(portal.db, path, async () => {
    expect((await addLead(`late-${late++}@example.com`)).status).toBe(201);
  });
  const { db } = await emptyDatabase();
  await restore(db, { path, migrations, overwrite: false });
  expect(await contentOf(db)).toEqual(before);
  expect(await contentOf(portal.db)).not.toEqual(before);
});

/** Stands before a database whose answers come byte by byte. */
async function byteByByte(url: string): Promise<{ db: Database; close: () => Promise<void> }> {
  const { hostname, port } = new URL(url);
  const server = createServer({ noDelay: true }, (caller) => {
    const onward = connect(Number(port), hostname);
    const answers = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        for (const byte of chunk) {
          yield Buffer.of(byte);
          await setImmediate();
        }
      }
    };
    caller.pipe(onward);
    pipeline(onward, answers, caller).catch(() => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const slow = new URL(url);
  slow.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const db = openDatabase(slow.href, { poolSize: 1 });
  return { db, close: () => db.close().then(() => void server.close()) };
}

test('Rows are counted also where their number comes later than the last of them', async () => {
  const filled = await freshDatabase();
  opened.push(filled);
  const slow = await byteByByte(filled.url);
  const counts = await backUp(slow.db, join(folder, 'slow.backup')).finally(slow.close);
  const content = Object.entries(await contentOf(filled.db));
  expect(counts).toEqual(Object.fromEntries(content.map(([name, rows]) => [name, rows.length])));
  expect(counts.crm_cursors).toBeGreaterThan(0);
});

test('An older backup that counts no rows where there are some is restored whole', async () => {
  const path = await backUpTo('uncounted.backup');
  const counted = gunzipSync(await readFile(path)).toString();
  const older = withoutLeadsCounted(counted).replace(',"counts_all":true', '');
  expect(older).toMatch(/^\{"partner_portal_backup":1,"taken_at":"[^"]+","schema_version":\d+\}\n/);
  expect(older).toContain('"leads":0,');
  await writeFile(path, gzipSync(older));
  const { db } = await emptyDatabase();
  await restore(db, { path, migrations, overwrite: false });
  expect(await contentOf(db)).toEqual(await contentOf(portal.db));
});

test('Data is replaced only by whoever says so, and then all of it', async () => {
  const path = await backUpTo('first.backup');
  const before = await contentOf(portal.db);
  const { db } = await emptyDatabase();
  const plan = { path, migrations, overwrite: false };
  await restore(db, plan);
  await db.queryOnce(sql`update leads set company_name = 'Changed'`);
  const changed = await contentOf(db);
  await expect(restore(db, plan)).rejects.toThrow('holds data already');
  expect(await contentOf(db)).toEqual(changed);
  await restore(db, { ...plan, overwrite: true });
  expect(await contentOf(db)).toEqual(before);
});

test('Nothing is restored under a portal that is at work', async () => {
  const path = await backUpTo('under.backup');
  const { db, url } = await emptyDatabase();
  const other = openDatabase(url, { poolSize: 1 });
  await other.queryOnce(sql`select 1`);
  const plan = { path, migrations, overwrite: true };
  await expect(restore(db, plan)).rejects.toThrow('stop it before you restore');
  await other.close();
});

/** A backup with each damage in turn; `plain` is what the packed file holds. */
const damages: Record<string, (whole: { packed: Buffer; plain: string }) => Uint8Array> = {
  'cut in the packed bytes': ({ packed }) => packed.subarray(0, packed.length / 2),
  'without its last bytes': ({ packed }) => packed.subarray(0, -4),
  'cut in the rows': ({ plain }) => gzipSync(plain.slice(0, plain.length / 2)),
  'without the line that counts the rows': ({ plain }) => gzipSync(withoutLine(plain, -2)),
  'that counts no leads where there are some': ({ plain }) => gzipSync(withoutLeadsCounted(plain)),
  'without a row': ({ plain }) => {
    const head = plain.split('\n').findIndex((line) => line.startsWith('{"table":"leads"'));
    return gzipSync(withoutLine(plain, head + 1));
  },
  'with something behind the end': ({ plain }) => gzipSync(`${plain}more\n`),
  'with a byte changed': ({ packed }) => {
    const middle = packed.length >> 1;
    return packed.with(middle, (packed[middle] ?? 0) ^ 1);
  },
  'with a table twice in place of another': ({ plain }) => {
    // Both are empty, so that only their names tell.
    const section = (name: string) => new RegExp(`{"table":"${name}".*\\n`).exec(plain)?.[0] ?? '';
    const twice = plain.replace(section('touched_leads'), section('import_columns'));
    return gzipSync(twice.replace(',"touched_leads":0', ''));
  },
  'with a column that is none': ({ plain }) => gzipSync(plain.replace('"value"]', '"valued"]')),
  'of another kind': () => Buffer.from('company_name,email\n'),
  'packed, of another kind': () => gzipSync('company_name,email\n'),
  'of no bytes': () => Buffer.alloc(0),
};
const withoutLeadsCounted = (plain: string) => plain.replace(/,"leads":[1-9]\d*,/, ',"leads":0,');
const withoutLine = (text: string, line: number) => text.split('\n').toSpliced(line, 1).join('\n');

describe('A damaged file changes nothing,', () => {
  let db: Database;
  let packed: Buffer;
  let before: Record<string, string[]>;
  beforeAll(async () => {
    ({ db } = await emptyDatabase());
    const path = join(await mkdtemp(join(tmpdir(), 'portal-whole-')), 'whole.backup');
    await backUp(portal.db, path);
    await restore(db, { path, migrations, overwrite: false });
    packed = await readFile(path);
    before = await contentOf(db);
    await rm(dirname(path), { recursive: true });
  });

  test.each(Object.entries(damages))('%s', async (_, damage) => {
    const plain = gunzipSync(packed).toString();
    const path = join(folder, 'damaged.backup');
    await writeFile(path, damage({ packed, plain }));
    const attempt = restore(db, { path, migrations, overwrite: true });
    await expect(attempt).rejects.toThrow('nothing was changed');
    expect(await contentOf(db)).toEqual(before);
  });
});

// Newer versions take a file for read before its last bytes are unpacked, and then find it cut.
const isNewerNode = Number.parseInt(process.versions.node, 10) >= 24;

test.runIf(isNewerNode)('A cut file that is not read ends nothing but the restoring', async () => {
  const path = join(folder, 'cut.backup');
  await writeFile(path, gzipSync(randomBytes(60_000)).subarray(0, -4));
  const { unpacked, read } = unpack(path);
  await expect.poll(() => unpacked.writableEnded).toBe(true);
  unpacked.destroy();
  await read;
  expect(unpacked.listenerCount('error')).toBeGreaterThan(0);
});

test('A file that is not there, or of a newer portal, is said to be so', async () => {
  const path = await backUpTo('newer.backup');
  const { db } = await emptyDatabase();
  const missing = { path: join(folder, 'none'), migrations, overwrite: false };
  await expect(restore(db, missing)).rejects.toThrow('cannot be read');
  const older = { path, migrations: migrations.slice(0, 2), overwrite: false };
  await expect(restore(db, older)).rejects.toThrow('knows only up to 2: restore it with a newer');
});

test('A backup of an earlier release is restored, in place of a newer database too', async () => {
  const old = await emptyDatabase();
  await migrate(old.db, migrations.slice(0, 1));
  await old.db.queryOnce(sql`insert into secrets values ('csrf', 'old'::bytea)`);
  const path = join(folder, 'old.backup');
  await backUp(old.db, path);
  const { db } = await emptyDatabase();
  await migrate(db, migrations);
  await db.queryOnce(sql`insert into secrets values ('csrf', 'new'::bytea)`);
  await restore(db, { path, migrations, overwrite: true });
  await migrate(db, migrations);
  const kept = await db.queryOnce(sql`
    select convert_from(value, 'UTF8') as value from secrets where name = 'csrf'`);
  expect(kept).toEqual([{ value: 'old' }]);
});

test('A backup writes over nothing, can be read by its owner alone and leaves no half', async () => {
  const path = await backUpTo('one.backup');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const before = await readFile(path);
  await expect(backUp(portal.db, path)).rejects.toThrow('exists already');
  expect(await readFile(path)).toEqual(before);
  await expect(backUp(portal.db, join(folder, 'no', 'such', 'folder'))).rejects.toThrow(
    'cannot be written',
  );
  const { db } = await emptyDatabase();
  await expect(backUp(db, join(folder, 'none.backup'))).rejects.toThrow('no portal in this');
  expect(await readdir(folder)).toEqual(['one.backup']);
});

test('No table counts with a sequence, which a backup would not bring back', async () => {
  const sequences = await portal.db.queryOnce(sql`select sequencename from pg_sequences`);
  expect(sequences).toEqual([]);
});

/** A backup in a process of its own, which stands still after its first table. */
async function startedBackup({ url }: TestDatabase, path: string) {
  const program = `
    import { openDatabase } from '#server/db/database.ts';
    import { backUp } from '#server/operation/backup.ts';
    const db = openDatabase(process.env.DATABASE, { poolSize: 1 });
    await backUp(db, process.env.FILE, () => {
      process.send('under way');
      return new Promise((resolve) => process.once('message', resolve));
    });
    await db.close();
    process.disconnect();`;
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const env = { ...process.env, DATABASE: url, FILE: path };
  const child = spawn(process.execPath, flags, { env, stdio: ['ignore', 2, 2, 'ipc'] });
  await once(child, 'message');
  return child;
}

const unfinishedIn = async (where: string) =>
  (await readdir(where)).filter((name) => name.endsWith('.unfinished')).sort();

test('What a killed backup left goes with the next look into its folder; one that runs is left alone', async () => {
  const database = await freshDatabase();
  opened.push(database);
  const [killed, running] = await Promise.all([
    startedBackup(database, join(folder, 'killed.backup')),
    startedBackup(database, join(folder, 'running.backup')),
  ]);
  expect(await unfinishedIn(folder)).toHaveLength(2);
  await removeUnfinished(database.db, folder);
  expect(await unfinishedIn(folder)).toHaveLength(2);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  // The database takes a moment to notice.
  const left = async () => {
    await removeUnfinished(database.db, folder);
    return unfinishedIn(folder);
  };
  await expect.poll(left).toEqual([expect.stringMatching(/^running\.backup\./)]);
  running.kill('SIGKILL');
  await once(running, 'exit');
  let made = 0;
  const next = async () => {
    await backUp(database.db, join(folder, `next-${made++}.backup`));
    return unfinishedIn(folder);
  };
  await expect.poll(next).toEqual([]);
  expect(await readdir(folder)).toContain('next-0.backup');
});

test('What is not a file of this database is never removed', async () => {
  const names = [
    'a.backup.0123abcd-0123abcd.unfinished',
    'a.backup.0123abcd.unfinished',
    'a.backup.unfinished',
  ];
  for (const name of names) await writeFile(join(folder, name), 'x');
  await backUpTo('b.backup');
  expect(await unfinishedIn(folder)).toEqual(names);
});

test('A backup without room is refused before it begins and while it is written, and leaves nothing', async () => {
  const refusal = new Error('No room');
  const path = join(folder, 'full.backup');
  const refuse = async () => Promise.reject(refusal);
  await expect(backUp(portal.db, path, undefined, refuse)).rejects.toThrow(refusal);
  // Random, so that it is as long compressed.
  await portal.db.queryOnce(sql`
    insert into secrets (name, value)
    select 'long ' || n, (select string_agg(uuid_send(gen_random_uuid()), '') from generate_series(1, 65536) where n > 0)
    from generate_series(1, 20) n`);
  let looks = 0;
  const later = async () => {
    if (++looks > 1) throw refusal;
  };
  await expect(backUp(portal.db, path, undefined, later)).rejects.toThrow(refusal);
  expect(looks).toBe(2);
  await portal.db.queryOnce(sql`delete from secrets where name like 'long %'`);
  expect(await readdir(folder)).toEqual([]);
});
