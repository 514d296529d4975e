import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { buildApp } from '#server/app.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { usualWaits, type Waits } from './waits.ts';

/** A busy machine takes its time. */
const patiently = { timeout: 20_000 };

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listeningApp(waits: Waits): Promise<FastifyInstance> {
  const { db, config, clock } = portal;
  const app = await buildApp({ db, config, clock: clock.now, csrfKey: randomBytes(32), waits });
  cleanups.push(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

const connections = (app: FastifyInstance) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Callers who send this and then nothing, and never close their side; with what each is answered. */
function open(app: FastifyInstance, count: number, text: string): (() => string)[] {
  const { port } = app.server.address() as AddressInfo;
  return Array.from({ length: count }, () => {
    let answer = '';
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    cleanups.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(text);
    return () => answer;
  });
}

const short: Waits = { ...usualWaits, headers: 100, call: 200, idle: 100, look: 20 };
/** Where the answer is another than that it took too long, also on a machine that stands still for a second. */
const longer: Waits = { ...short, headers: 3_000, call: 3_000 };
const late = '{"error":"The request took too long to arrive"}';
/** The beginning of a call whose body never ends. */
const half = (path: string, csrf = 'none') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: portal',
    `${headers.csrf}: ${csrf}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    '{"email',
  ].join('\r\n');

test.each([
  { what: 'nothing', text: () => '', says: late },
  { what: 'half of a header', text: () => 'GET /healthz HTTP/1.1\r\nHo', says: late },
  { what: 'half of a body', text: (csrf: string) => half('/api/login', csrf), says: late },
  { what: 'half of what is refused', text: () => half('/api/login'), says: '403 Forbidden' },
  { what: 'half of what is unknown', text: () => half('/api/nothing'), says: late },
  { what: 'half of what cannot be read', text: () => half('/%'), says: '404 Not Found' },
  { what: 'a call and no other', text: () => 'GET /healthz HTTP/1.1\r\n\r\n', says: '200 OK' },
  { what: 'no HTTP', text: () => 'nonsense\r\n\r\n', says: '400 Bad Request' },
])('Of 30 callers who send $what and wait, no connection is left', async ({ text, says }) => {
  const app = await listeningApp(says === late ? short : longer);
  const csrf = (await app.inject('/api/csrf-token')).json().csrf_token as string;
  const answers = open(app, 30, text(csrf));
  await vi.waitFor(
    () => expect(answers.filter((answer) => !answer().includes(says))).toEqual([]),
    patiently,
  );
  await vi.waitFor(async () => expect(await connections(app)).toBe(0), patiently);
});

test('Unless told otherwise the portal waits 20 seconds for headers and 5 minutes for a call', async () => {
  const { server } = await listeningApp(usualWaits);
  expect(server.headersTimeout).toBe(20_000);
  expect(server.requestTimeout).toBe(5 * 60_000);
  expect(server.keepAliveTimeout).toBe(72_000);
  expect(usualWaits.pace).toEqual({ bytes: 20 * 1024, fileBytes: 960 * 1024, every: 30_000 });
});
