import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql, textOf } from '#server/db/sql.ts';
import { randomToken, tokenHash } from '#server/lib/random-token.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { withReader } from './limiters.ts';

const megabyte = 1024 * 1024;
/** A busy machine takes its time. */
const patiently = { timeout: 20_000 };
const header = 'company_name,first_name,last_name,email';
const row = 'Acme,Ada,Lovelace,ada@acme.example';
const csv = `${header}\n${row}\n`;
const tooLarge = { error: 'The file is larger than 25 MB' };

let portal: TestPortal;
let folder: string;
let port: number;
beforeAll(async () => {
  // A folder of our own for what uploads leave behind.
  folder = await mkdtemp(join(tmpdir(), 'upload-test-'));
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

function upload(caller: SignedIn, content: string) {
  const url = '/api/leads/upload';
  return caller.send({ method: 'POST', url, ...filePayload(content) });
}

async function expectNothingStored(partner: SignedIn) {
  const query = sql`select id from leads where partner_id = ${partner.user.id}`;
  expect(await portal.db.query(query)).toEqual([]);
  expect((await partner.call(routes.listLeads)).body.total).toBe(0);
}

async function receivedFolders() {
  return (await readdir(folder)).filter((name) => name.startsWith('portal-upload-'));
}

/** A request of our own making on a real connection; the body is written by the test. */
async function openUpload(
  caller: Pick<SignedIn, 'token'>,
  headerLines: string[],
  { path } = routes.uploadLeads as { path: string },
): Promise<Socket> {
  const csrf = (await portal.anyone.call(routes.csrfToken)).body.csrf_token;
  const socket = connect(port, '127.0.0.1');
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${caller.token}`,
    `${headers.csrf}: ${csrf}`,
    ...headerLines,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Everything the server says before it closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

test.each([
  { what: '26 MB', bytes: 26 * megabyte },
  { what: 'one byte past 25 MB', bytes: 25 * megabyte + 1 },
])('A file of $what is refused as too large', async ({ bytes }) => {
  const partner = await portal.asPartner();
  const { status, body } = await upload(partner, csv.padEnd(bytes, 'x'));
  expect({ status, body }).toEqual({ status: 413, body: tooLarge });
  await expectNothingStored(partner);
  expect(await receivedFolders()).toEqual([]);
});

test('A file of exactly 25 MB is not too large', async () => {
  const partner = await portal.asPartner();
  // The last column is none of ours: it fills every line to 64 KB.
  const line = (cells: string) => `${`${cells},`.padEnd(65_535, 'x')}\n`;
  const { status, body } = await upload(partner, line(header) + line(row).repeat(399));
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, count: 399 } });
});

test('A declared length past the limit is refused before a byte of the file is read', async () => {
  const partner = await portal.asPartner();
  const socket = await openUpload(partner, [
    'Content-Type: multipart/form-data; boundary=edge',
    `Content-Length: ${26 * megabyte}`,
  ]);
  const answer = await answerOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain(JSON.stringify(tooLarge));
});

test('A file of undeclared length is refused as soon as it is past the limit', async () => {
  const partner = await portal.asPartner();
  const socket = await openUpload(partner, [
    'Content-Type: multipart/form-data; boundary=edge',
    'Transfer-Encoding: chunked',
  ]);
  try {
    const answer = answerOf(socket);
    const send = (text: string) =>
      socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    send('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    for (let sent = 0; sent <= 25; sent++) send('x'.repeat(megabyte));
    // The body never ends: the answer has to come without its end.
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(await answer).toContain(JSON.stringify(tooLarge));
  } finally {
    socket.destroy();
  }
  await expect.poll(receivedFolders).toEqual([]);
  await expectNothingStored(partner);
});

test('A connection that drops in the middle stores nothing and leaves nothing on the disk', async () => {
  const partner = await portal.asPartner();
  const { payload, headers } = filePayload(`${csv}${`${row}\n`.repeat(5000)}`);
  const socket = await openUpload(partner, [
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${payload.length}`,
  ]);
  socket.on('error', () => {});
  socket.write(payload.subarray(0, payload.length / 2));
  await expect.poll(receivedFolders).toHaveLength(1);
  socket.destroy();
  await expect.poll(receivedFolders).toEqual([]);
  await expectNothingStored(partner);
});

test.each([
  { what: 'a statement that fails', failure: "raise exception 'boom'", status: 500 },
  {
    what: 'a connection that breaks',
    failure: 'perform pg_terminate_backend(pg_backend_pid())',
    status: 503,
  },
])('With $what in the middle nothing is stored, and the next upload works', async (example) => {
  const partner = await portal.asPartner();
  await portal.db.transaction((tx) =>
    tx.client.query(`
      create or replace function fail_on_boom() returns trigger language plpgsql as $$
        begin ${example.failure}; return new; end $$;
      create or replace trigger fail_on_boom before insert on leads for each row
        when (new.company_name = 'boom') execute function fail_on_boom();`),
  );
  const boom = row.replace('Acme', 'boom');
  const lines = [header, ...Array(2500).fill(row), boom, ...Array(500).fill(row)];
  const { status, body } = await upload(partner, lines.join('\n'));
  expect(status).toBe(example.status);
  expect(Object.keys(body as object)).toEqual(['error']);
  expect(JSON.stringify(body)).not.toContain('boom');
  await expectNothingStored(partner);
  expect(await receivedFolders()).toEqual([]);
  expect((await upload(partner, csv)).body).toMatchObject({ success: true, count: 1 });
});

const chunkedUpload = [
  'Content-Type: multipart/form-data; boundary=edge',
  'Transfer-Encoding: chunked',
];
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const part = (field: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="x.csv"\r\n\r\n`;

test.each([
  { where: 'before the first part', start: 'x' },
  { where: 'in a file that nobody asked for', start: part('other') },
])('A body that goes on and on $where is refused too', async ({ start }) => {
  const partner = await portal.asPartner();
  const socket = await openUpload(partner, chunkedUpload);
  const answer = answerOf(socket);
  socket.write(chunk(start));
  const block = chunk('x'.repeat(megabyte));
  for (let sent = 0; sent < 27; sent++) socket.write(block);
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('One user uploads one file at a time, and holds nobody else up', async () => {
  const [busy, other] = [await portal.asPartner(), await portal.asPartner()];
  const socket = await openUpload(busy, [...chunkedUpload, 'Connection: close']);
  socket.write(chunk(part('file') + csv));
  await vi.waitFor(async () => expect(await receivedFolders()).toHaveLength(1));
  const second = await upload(busy, csv);
  expect(second.status).toBe(429);
  expect(second.headers['retry-after']).toBe('10');
  expect((await upload(other, csv)).status).toBe(200);
  const answer = answerOf(socket);
  socket.write(`${chunk('\r\n--edge--\r\n')}0\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect((await upload(busy, csv)).status).toBe(200);
});

/** One more account that is signed in, without the time that hashing its password takes. */
async function cheapPartner(): Promise<Pick<SignedIn, 'token'>> {
  const token = randomToken();
  const [id, later] = [uuidv7(), new Date(portal.clock.now().getTime() + 60_000)];
  await portal.db.query(sql`
    with account as (
      insert into users (id, role, name, email, email_key, password_set_at, created_at)
      values (${id}, 'partner', 'Cheap', ${id}, ${id}, now(), now()) returning id
    ), session as (
      insert into sessions (id, user_id, refresh_hash, created_at, expires_at)
      select id, id, ${tokenHash(id)}::bytea, now(), ${later}::timestamptz from account returning id
    )
    insert into access_tokens (hash, session_id, expires_at)
    select ${tokenHash(token)}::bytea, id, ${later}::timestamptz from session`);
  return { token };
}

test('Files that trickle in hold up nobody but their sender', async () => {
  const [slow, other] = [await portal.asPartner(), await portal.asPartner()];
  const senders = [slow, ...(await Promise.all(Array.from({ length: 6 }, cheapPartner)))];
  const sockets: Socket[] = [];
  for (const sender of senders) {
    for (const route of [routes.uploadLeads, ...Array(3).fill(routes.checkUpload)]) {
      const socket = await openUpload(sender, chunkedUpload, route);
      socket.write(chunk(part('file') + csv));
      sockets.push(socket);
    }
  }
  await vi.waitFor(async () => expect(await receivedFolders()).toHaveLength(28), patiently);
  const check = { method: 'POST', url: routes.checkUpload.path, ...filePayload(csv) } as const;
  expect((await other.send(check)).status).toBe(200);
  expect((await upload(other, csv)).status).toBe(200);
  expect((await slow.send(check)).status).toBe(429);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await receivedFolders()).toEqual([]), patiently);
  expect((await slow.send(check)).status).toBe(200);
});

/** Until they are let go, no file is read. */
function holdReaders(): () => Promise<unknown> {
  const ends: (() => void)[] = [];
  const held = ['one', 'two'].map((reader) =>
    withReader(reader, () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  return () => {
    for (const end of ends) end();
    return Promise.all(held);
  };
}

test('A file whose sender leaves while it waits for a reader is forgotten at once', async () => {
  const partner = await portal.asPartner();
  const letGo = holdReaders();
  const socket = await openUpload(partner, chunkedUpload);
  socket.write(`${chunk(part('file') + csv)}${chunk('\r\n--edge--\r\n')}0\r\n\r\n`);
  await vi.waitFor(async () => expect(await receivedFolders()).toHaveLength(1), patiently);
  socket.destroy();
  await vi.waitFor(async () => expect(await receivedFolders()).toEqual([]), patiently);
  await letGo();
  await expectNothingStored(partner);
});

test('A file for a partner who is deleted while it waits for a reader is not stored', async () => {
  const [admin, partner] = [await portal.asAdmin(), await portal.asPartner()];
  const letGo = holdReaders();
  const query = vi.spyOn(portal.db, 'query');
  const file = { query: { partner_id: partner.user.id }, file: filePayload(csv) };
  const sent = admin.call(routes.uploadLeads, file);
  // What is asked last before the file is read.
  const hasArrived = () =>
    query.mock.calls.some(([statement]) => textOf(statement).includes('from imports'));
  await vi.waitFor(() => expect(hasArrived()).toBe(true), patiently);
  query.mockRestore();
  await admin.call(routes.deletePartner, { params: { id: partner.user.id } });
  await letGo();
  const error = 'Choose another partner: this one does not exist any more';
  expect(await sent).toMatchObject({ status: 400, body: { error } });
  const stored = sql`select id from leads where partner_id = ${partner.user.id}`;
  expect(await portal.db.query(stored)).toEqual([]);
});

test('Whoever signs out while their file is on its way stores nothing', async () => {
  const partner = await portal.asPartner();
  const socket = await openUpload(partner, [...chunkedUpload, 'Connection: close']);
  socket.write(chunk(part('file') + csv));
  await vi.waitFor(async () => expect(await receivedFolders()).toHaveLength(1));
  await partner.call(routes.logout);
  const answer = answerOf(socket);
  socket.write(`${chunk('\r\n--edge--\r\n')}0\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  const query = sql`select id from leads where partner_id = ${partner.user.id}`;
  expect(await portal.db.query(query)).toEqual([]);
});
