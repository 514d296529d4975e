import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { routes } from '#contract/routes.ts';
import {
  cleanUp,
  freshFolder,
  pidFileOf,
  query,
  start,
  until,
} from '#server/db/embedded/testing.ts';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

test('The Dockerfile has no fault that a linter can find', async () => {
  expect(validate(await read('Dockerfile'))).toEqual([]);
});

test('The image runs what the build makes, without root, and checks its health', async () => {
  const stages = (await read('Dockerfile')).split(/^FROM /m);
  const last = stages.at(-1) ?? '';
  const build = await read('scripts/build.mjs');
  expect(stages.length).toBeGreaterThan(2);
  expect(last).toMatch(/^USER node$/m);
  expect(last).toContain(`${routes.health.path}'`);
  expect(last).toContain('CMD ["node", "dist/server/main.js"]');
  expect(build).toContain("main: 'server/main.ts'");
});

test('Compose trusts the proxy that the README asks for, and lets nobody else reach the portal', async () => {
  const { portal } = parse(await read('compose.yaml')).services;
  expect(portal.environment.TRUST_PROXY).toContain(':-true');
  expect(portal.ports.every((port: string) => port.startsWith('127.0.0.1:'))).toBe(true);
  const readme = await read('README.md');
  expect(readme).toContain('compose file trusts');
});

test('Compose starts the portal on a healthy PostgreSQL and holds no secret of its own', async () => {
  const compose = parse(await read('compose.yaml'));
  const { portal, database } = compose.services;
  expect(portal.depends_on.database.condition).toBe('service_healthy');
  expect(database.healthcheck.test.join(' ')).toContain('pg_isready');
  for (const secret of [
    portal.environment.ADMIN_PASSWORD,
    database.environment.POSTGRES_PASSWORD,
    database.environment.PORTAL_DB_PASSWORD,
  ]) {
    expect(secret).toMatch(/^\$\{(\w+):\?set \1\}$/);
  }
});

test('In Compose the portal is no superuser of its database, and does not know the superuser’s password', async () => {
  const { portal, database } = parse(await read('compose.yaml')).services;
  const { DATABASE_URL } = portal.environment;
  expect(DATABASE_URL).toContain(`:${database.environment.PORTAL_DB_PASSWORD}@`);
  expect(JSON.stringify(portal)).not.toContain('POSTGRES_PASSWORD');
  const { username } = new URL(DATABASE_URL.replace(/\$\{[^}]*\}/, 'secret'));
  expect(database.environment.POSTGRES_USER ?? 'postgres').not.toBe(username);
  expect(database.volumes).toContain('./docker:/docker-entrypoint-initdb.d:ro');
  const role = await read('docker/database-role.sh');
  expect(role).toContain('--set=password="$PORTAL_DB_PASSWORD"');
  expect(role).toContain(`create role ${username} login password`);
  expect(role).toContain(`create database portal owner ${username};`);
  expect(role).not.toContain('superuser ');
});

const log = { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } };
test.each([
  ['portal', 'read_only', true],
  ['portal', 'cap_drop', ['ALL']],
  ['portal', 'security_opt', ['no-new-privileges:true']],
  ['portal', 'mem_limit', '3g'],
  ['portal', 'logging', log],
  // Whoever is not root may write nowhere else.
  ['portal', 'volumes', ['tmp:/tmp', 'data:/data']],
  ['database', 'security_opt', ['no-new-privileges:true']],
  ['database', 'mem_limit', '2g'],
  ['database', 'logging', log],
])('In Compose the %s has its %s: %j', async (service, setting, value) => {
  expect(parse(await read('compose.yaml')).services[service][setting]).toEqual(value);
});

test('In Compose the database is an exact version of PostgreSQL', async () => {
  const { database } = parse(await read('compose.yaml')).services;
  expect(database.image).toMatch(/^postgres:18\.\d+-bookworm$/);
});

test('Every stage of the image begins with the same exact version of Node', async () => {
  const bases = [...(await read('Dockerfile')).matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/);
  expect(new Set(bases).size).toBe(1);
});

test.each(['.env', '*.backup', '*.unfinished', 'data', '.git', 'node_modules', 'dist'])(
  'The image is built without %s',
  async (name) => {
    expect((await read('.dockerignore')).split('\n')).toContain(name);
  },
);

test.each(['.env', '*.backup', '*.unfinished', 'data/', 'node_modules/', 'dist/'])(
  'Git ignores %s',
  async (name) => {
    expect((await read('.gitignore')).split('\n')).toContain(name);
  },
);

describe('By the rules of Compose for signing in to PostgreSQL', () => {
  const passwords = { postgres: 'Super-secret', portal: 'Portal-secret' };
  let signIn: (user: keyof typeof passwords, database: string, other?: string) => Promise<unknown>;
  beforeAll(async () => {
    const dataDir = await freshFolder();
    const { superuserUrl } = await start(dataDir);
    const urlOf = (username: string, password: string, pathname: string) =>
      Object.assign(new URL(superuserUrl), { username, password, pathname }).href;
    signIn = (user, database, password = passwords[user]) =>
      query(urlOf(user, password, database), 'select current_user as name').then(
        ([row]) => row?.name,
        (error: Error) => error.message,
      );
    // The roles of the image: the superuser of the embedded database has the name of the portal's.
    await query(
      superuserUrl,
      `create role postgres superuser login password '${passwords.postgres}'`,
    );
    const asPostgres = urlOf('postgres', passwords.postgres, 'postgres');
    await query(asPostgres, 'alter role portal rename to embedded');
    await query(asPostgres, `create role portal login password '${passwords.portal}'`);
    expect(await signIn('postgres', 'postgres')).toBe('postgres');
    const PGDATA = dirname(pidFileOf(dataDir));
    const input = await read('docker/sign-in-rules.sh');
    execFileSync('sh', ['-s'], { input, env: { PATH: process.env.PATH, PGDATA } });
    // The server reads its rules a moment after it was told to.
    await until(async () => (await signIn('postgres', 'postgres')) !== 'postgres');
  });
  afterAll(cleanUp);

  test.each(['postgres', 'portal', 'template1'])(
    'the superuser is refused over the network, for the database %s',
    async (database) => {
      expect(await signIn('postgres', database)).toMatch(/^no pg_hba\.conf entry for host/);
    },
  );

  test('the portal gets into its own database, with its password, and into no other', async () => {
    expect(await signIn('portal', 'portal')).toBe('portal');
    expect(await signIn('portal', 'portal', 'wrong')).toContain('authentication failed');
    expect(await signIn('portal', 'postgres')).toMatch(/^no pg_hba\.conf entry for host/);
  });
});
