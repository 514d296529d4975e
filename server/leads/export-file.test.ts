import { type FileHandle, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportText } from '#contract/export-text.ts';
import { maxExportBytes } from '#contract/limits.ts';
import { errorText } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import type { DiskSpace } from '#server/lib/disk-space.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { withExportFile } from './export-file.ts';

let portal: TestPortal;
let folder: string;
let port: number;
beforeAll(async () => {
  // A folder of our own for what exports leave behind.
  folder = await mkdtemp(join(tmpdir(), 'export-test-'));
  vi.stubEnv('TMPDIR', folder);
  portal = await testPortal();
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  port = (portal.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await portal.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});
const sockets: Socket[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => readdir(folder)).toEqual([]);
});

/** More than the system holds for a reader who takes nothing: 27 MB. */
async function withManyLeads(): Promise<SignedIn> {
  const partner = await portal.asPartner();
  await portal.db.queryOnce(sql`
    insert into leads (id, partner_id, company_name, company_key, status_key, search_text, source,
      notes, created_at)
    select gen_random_uuid(), ${partner.user.id}::uuid, 'Firm ' || n, 'firm ' || n, 'new', '',
      'form', repeat('x', 1_700), now()
    from generate_series(1, 15_000) n`);
  return partner;
}

/** The head of the answer is read, and then nothing. */
async function readSlowly({ token }: SignedIn): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET /api/leads/export?format=csv HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => {
      socket.pause();
      resolve(String(chunk));
    });
  });
  return head.split('\r\n')[0] ?? '';
}

const transactions = () =>
  portal.db.queryOnce(sql`
    select state from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`);

describe('Slow readers', () => {
  test('keep nothing of the database, and keep nobody from exporting; none has more than two', async () => {
    const first = await withManyLeads();
    const readers = [first, await withManyLeads(), await withManyLeads()];
    for (const reader of readers) expect(await readSlowly(reader)).toBe('HTTP/1.1 200 OK');
    expect(await transactions()).toEqual([]);
    expect(await readdir(folder)).toHaveLength(3);
    const other = await portal.asPartner();
    expect((await other.call(routes.exportLeads, { query: { format: 'csv' } })).status).toBe(200);

    expect(await readSlowly(first)).toBe('HTTP/1.1 200 OK');
    const third = await first.call(routes.exportLeads, { query: { format: 'csv' } });
    expect([third.status, third.body]).toEqual([429, { error: exportText.another }]);
    expect(third.headers['retry-after']).toBe('10');
    sockets.at(-1)?.destroy();
    const again = async () =>
      (await first.call(routes.exportLeads, { query: { format: 'csv', search: 'none' } })).status;
    await expect.poll(again).toBe(200);
  });

  test('who goes away while the file is written stops that, and leaves no file', async () => {
    const { token } = await withManyLeads();
    const writing = () =>
      portal.db.queryOnce(sql`
        select state from pg_stat_activity
        where datname = current_database() and query like 'fetch forward%' and state <> 'idle'`);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `GET /api/leads/export?format=xlsx HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await expect.poll(async () => (await writing()).length, { interval: 5 }).toBe(1);
    socket.destroy();
    await expect.poll(writing).toEqual([]);
  });
});

/** What the disk does with each write of an open file. */
async function onWrite(disk: FileHandle['writeFile']): Promise<void> {
  const handle = await open(import.meta.filename);
  vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockImplementation(disk as () => unknown);
  await handle.close();
}

test('An export for which the disk has no room left is answered with a sentence that says so', async () => {
  const partner = await portal.asPartner();
  await onWrite(async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  const { status, body, headers } = await partner.call(routes.exportLeads, {
    query: { format: 'csv' },
  });
  expect([status, body, headers['retry-after']]).toEqual([503, { error: exportText.noRoom }, '10']);
});

test('Files of exports that would together take more than their bound of the disk are refused', async () => {
  await onWrite(async () => {});
  const signal = new AbortController().signal;
  // Zeros that nobody reads take no memory.
  const largest = Buffer.alloc(maxExportBytes);
  const writeBytes = (bytes: Buffer) => async (open: () => Writable) => void open().end(bytes);
  let letGo = () => {};
  const latch = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let sent = 0;
  const hold = () => {
    sent++;
    return latch;
  };
  const held = Array.from({ length: 10 }, (_, n) =>
    withExportFile(`account ${n}`, { signal }, writeBytes(largest), hold),
  );
  try {
    await expect.poll(() => sent).toBe(10);
    const next = (account: string) =>
      withExportFile(account, { signal }, writeBytes(Buffer.alloc(1)), async () => {});
    await expect(next('another account')).rejects.toMatchObject({
      code: 'unavailable',
      message: errorText.busy,
    });
    await expect(next('account 0')).rejects.toMatchObject({
      code: 'too_many',
      message: exportText.another,
    });
  } finally {
    letGo();
    await Promise.all(held);
  }
});

describe('A file', () => {
  const signal = new AbortController().signal;
  const writeMegabytes = (megabytes: number) => async (open: () => Writable) => {
    const file = open();
    for (let n = 0; n < megabytes && !file.destroyed; n++) {
      await new Promise<void>((resolve) => {
        file.write(Buffer.alloc(1024 * 1024), () => resolve());
      });
    }
    file.end();
  };
  const filesOf = (path: string) => readdir(join(path, '..'));

  test('is whole when it is sent, and gone once that is over or has failed', async () => {
    let seen: string[] = [];
    const send = async (path: string) => {
      seen = await filesOf(path);
      throw new Error('the reader is gone');
    };
    const sent = withExportFile('a', { signal }, writeMegabytes(1), send);
    await expect(sent).rejects.toThrow('the reader is gone');
    expect(seen).toEqual(['file']);
    expect(await readdir(folder)).toEqual([]);
  });

  test('that is the third of a caller waits a moment for the place of one that has just been sent', async () => {
    const ends: (() => void)[] = [];
    const held = () => new Promise<void>((resolve) => ends.push(resolve));
    const both = [1, 2].map(() => withExportFile('a', { signal }, writeMegabytes(1), held));
    await expect.poll(() => ends.length).toBe(2);
    let sent = 0;
    const third = withExportFile('a', { signal }, writeMegabytes(1), async () => void sent++);
    for (const end of ends) end();
    await Promise.all([...both, third]);
    expect(sent).toBe(1);
  });

  test('that grows past its bound is refused with what to do', async () => {
    const bounded = { signal, mostBytes: 2 * 1024 * 1024 };
    let sent = 0;
    const send = async () => void sent++;
    await withExportFile('a', bounded, writeMegabytes(2), send);
    await expect(withExportFile('a', bounded, writeMegabytes(3), send)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file would be larger than 1000 MB: narrow the list and export it in parts.',
    });
    expect(sent).toBe(1);
  });

  test('that is written while disk space becomes low is given up', async () => {
    let looks = 0;
    const disk: DiskSpace = async () => {
      looks++;
      return { free_bytes: 1, reserve_bytes: 2, low: true };
    };
    let sent = 0;
    const send = async () => void sent++;
    await withExportFile('a', { signal, disk }, writeMegabytes(15), send);
    expect([looks, sent]).toEqual([0, 1]);
    const refused = withExportFile('a', { signal, disk }, writeMegabytes(17), send);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    expect([looks, sent]).toEqual([1, 1]);
  });
});
