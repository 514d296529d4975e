import { readFile } from 'node:fs/promises';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { routes } from '#contract/routes.ts';

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
  expect(database.image).toMatch(/^postgres:1[5-9]/);
  for (const secret of [
    portal.environment.ADMIN_PASSWORD,
    database.environment.POSTGRES_PASSWORD,
  ]) {
    expect(secret).toMatch(/^\$\{\w+:\?/);
  }
});

test('In Compose the portal is no superuser of its database', async () => {
  const { portal, database } = parse(await read('compose.yaml')).services;
  const { username } = new URL(portal.environment.DATABASE_URL.replace(/\$\{[^}]*\}/, 'secret'));
  expect(database.environment.POSTGRES_USER ?? 'postgres').not.toBe(username);
  expect(database.volumes).toContain(
    './docker/database-role.sh:/docker-entrypoint-initdb.d/database-role.sh:ro',
  );
  const role = await read('docker/database-role.sh');
  expect(role).toContain(`create role ${username} login password`);
  expect(role).toContain(`create database portal owner ${username};`);
  expect(role).not.toContain('superuser ');
});
