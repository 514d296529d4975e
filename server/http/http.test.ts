import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  partner = await portal.asPartner();
});
afterAll(() => portal.close());

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** The same portal's app with something about it changed. */
async function appWith(change: { env?: Record<string, string>; webFolder?: string }) {
  const { env, ...rest } = change;
  const { db, clock } = portal;
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  const app = await buildApp({ db, config, clock: clock.now, csrfKey: randomBytes(32), ...rest });
  cleanups.push(() => app.close());
  return app;
}

const unknownPath = { error: 'There is nothing at this address' };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idOf = async (given?: string) => {
  const { headers } = await portal.anyone.send({
    url: '/healthz',
    ...(given !== undefined && { headers: { 'x-request-id': given } }),
  });
  return headers['x-request-id'];
};

test('Every answer has a request id of its own', async () => {
  const [one, other] = [await idOf(), await idOf()];
  expect(one).toMatch(uuid);
  expect(other).toMatch(uuid);
  expect(one).not.toBe(other);
});

test.each(['12345678', 'trace-1.span_2', 'x'.repeat(64)])(
  'The caller’s request id %s is kept',
  async (id) => {
    expect(await idOf(id)).toBe(id);
  },
);

test.each(['', 'short', 'x'.repeat(65), 'with space', 'a"b{c}dddd', 'line%0Abreak', 'ümlaut-id'])(
  'The caller’s request id %j is replaced',
  async (id) => {
    expect(await idOf(id)).toMatch(uuid);
  },
);

test('The content security policy has no inline script and no foreign origin', async () => {
  const { headers } = await portal.anyone.call(routes.health);
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  expect(policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('script-src-attr')).toEqual(["'none'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'self'"]);
  expect(policy.get('form-action')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  const sources = new Set([...policy.values()].flat());
  expect([...sources].sort()).toEqual(["'none'", "'self'", "'unsafe-inline'", 'data:']);
  const inline = [...policy].filter(([, allowed]) => allowed.includes("'unsafe-inline'"));
  expect(inline.map(([name]) => name)).toEqual(['style-src']);
});

test('Only an https address promises https', async () => {
  const [plain, secure] = await Promise.all([
    appWith({ env: { PUBLIC_URL: 'http://portal.example' } }),
    appWith({ env: { PUBLIC_URL: 'https://portal.example' } }),
  ]);
  const hsts = async (app: FastifyInstance) =>
    (await app.inject('/healthz')).headers['strict-transport-security'];
  expect(await hsts(plain)).toBeUndefined();
  expect(await hsts(secure)).toMatch(/^max-age=\d{7,}/);
});

test.each(['/api/', '/api/nothing', '/api/leads/x/y', '/api/v1/', '/api/v2/leads', '/api/LEADS'])(
  '%s is unknown, in JSON, whatever the method',
  async (url) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const { status, body, headers } = await portal.anyone.send({ method, url });
      expect([status, body], method).toEqual([404, unknownPath]);
      expect(headers['x-request-id']).toMatch(uuid);
    }
  },
);

test.each([
  '/api/%',
  '/api/leads/%ZZ',
  '/api/%E0%A4%A',
  '/%c0',
  `/api/partners/${'a'.repeat(300)}`,
])('The malformed address %s is unknown, with a request id as every answer', async (url) => {
  const { status, body, headers } = await partner.send({ method: 'GET', url });
  expect([status, body]).toEqual([404, unknownPath]);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(uuid),
  });
});

async function webApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-web-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>Portal</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'let x = 1;');
  return folder;
}

test('A web app is served for every page, its assets for good, and never for the API', async () => {
  const app = await appWith({ webFolder: await webApp() });
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  cleanups.push(() => process.off('warning', keep));
  for (const url of ['/', '/login', '/leads/add', '/api', '/api?tab=docs', '/any/thing']) {
    const { statusCode, headers, body } = await app.inject(url);
    expect([statusCode, body], url).toEqual([200, '<title>Portal</title>']);
    expect(headers['cache-control'], url).toBe('no-cache');
    expect(headers['content-security-policy'], url).toContain("script-src 'self'");
  }
  const asset = await app.inject('/assets/app-1a2b.js');
  expect([asset.statusCode, asset.body]).toEqual([200, 'let x = 1;']);
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const url of ['/assets/', '/assets/app-old.js', '/api/', '/api/nothing']) {
    expect((await app.inject(url)).json(), url).toEqual(unknownPath);
  }
  expect((await app.inject({ method: 'POST', url: '/leads' })).statusCode).toBe(404);
  expect(warnings).toEqual([]);
});

test.each([
  ['/%00', {}],
  ['/assets', {}],
  ['//', {}],
  ['/..%2f..%2fpackage.json', {}],
  ['/assets/..%2f..%2fpackage.json', {}],
  ['/assets/app-1a2b.js', { range: 'bytes=999-' }],
  ['/assets/app-1a2b.js', { 'if-match': '"other"' }],
  ['/.env', {}],
])('An odd call for a file, %s %o, is no failure of the portal', async (url, headers) => {
  const app = await appWith({ webFolder: await webApp() });
  const answer = await app.inject({ url, headers });
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toContain('"dependencies"');
});

/** What the server answers to these bytes, until it closes the connection. */
async function rawAnswer(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

test.each([
  'complete nonsense\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nbad header\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
  `GET /healthz HTTP/1.1\r\nHost: x\r\nBig: ${'x'.repeat(20_000)}\r\n\r\n`,
  'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0',
])('What is no readable HTTP is answered with a 400 in JSON (%#)', async (bytes) => {
  const app = await appWith({});
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [head = '', body = ''] = (await rawAnswer(port, bytes)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
  expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}\r?$/im);
  expect(JSON.parse(body)).toEqual({ error: 'The request could not be read' });
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('A DELETE that declares JSON and sends nothing is fine', async () => {
  const { id } = await addLead(partner);
  const { status } = await partner.send({
    method: 'DELETE',
    url: `/api/leads/${id}`,
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
});

test.each([
  '{"name":"x","__proto__":{"role":"admin"}}',
  '{"name":"x","constructor":{"prototype":{"role":"admin"}}}',
  '{"name":"x","nested":{"__proto__":1}}',
])('Keys that would change every object are refused: %s', async (payload) => {
  const { status, body } = await partner.send({
    method: 'POST',
    url: '/api/tokens',
    payload,
    headers: { 'content-type': 'application/json' },
  });
  expect([status, body]).toEqual([400, { error: 'The request body is not valid JSON' }]);
  expect({}).not.toHaveProperty('role');
});

test('A large answer is compressed for whoever takes it compressed', async () => {
  const get = (accept: string) =>
    portal.anyone.send({ url: '/api/openapi.json', headers: { 'accept-encoding': accept } });
  expect((await get('identity')).headers).not.toHaveProperty('content-encoding');
  const squeezed = await portal.app.inject({
    url: '/api/openapi.json',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(squeezed.headers['content-encoding']).toBe('gzip');
});

test('Whoever may not call is refused before the body is read', async () => {
  const huge = filePayload('x'.repeat(300 * 1024));
  const upload = { method: 'POST', url: '/api/leads/upload', ...huge } as const;
  expect((await portal.anyone.send(upload)).status).toBe(401);
  const json = { method: 'POST', url: '/api/partners', payload: 'x'.repeat(300 * 1024) } as const;
  const typed = { ...json, headers: { 'content-type': 'application/json' } };
  expect((await partner.send(typed)).status).toBe(403);
});
