import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { usualBounds } from '#server/changes/hub.ts';
import {
  callerOf,
  castOf,
  crmEnvironment,
  everyRoute,
  goodParts,
  requestOf,
} from '#test/every-route.ts';
import { type Pooler, pgbouncer, startPgBouncer } from '#test/pgbouncer.ts';
import { addLead, leadBody, type TestPortal, testPortal } from '#test/portal.ts';
import { openStream } from '#test/streams.ts';
import { openDatabase } from './database.ts';
import { sql } from './sql.ts';
import {
  boundStatementsOfRole,
  compileNothingOfRole,
  statementsAreUnbounded,
  statementsMayBeCompiled,
} from './statement-bound.queries.ts';

// Debian: apt-get install pgbouncer, which `npm test` does by itself where it may.
describe.skipIf(!pgbouncer)(
  'Behind PgBouncer in transaction mode (left out where it is not installed)',
  () => {
    let pooler: Pooler;
    let portal: TestPortal;
    beforeAll(async () => {
      pooler = await startPgBouncer(inject('postgresUrl'));
      portal = await testPortal({
        env: crmEnvironment,
        streamBounds: { ...usualBounds, look: 20, before: 0 },
        open: (url, options) =>
          openDatabase(pooler.urlOf(url), { ...options, prepared: false, listenUrl: url }),
      });
    });
    afterAll(async () => {
      await portal?.close();
      await pooler?.stop();
    });

    test('Every call of the contract succeeds', async () => {
      const cast = await castOf(portal);
      const answers: [string, number][] = [];
      for (const [name, route] of everyRoute) {
        const parts = await goodParts(name, cast);
        const answer = await callerOf(route, cast, parts).send(requestOf(route, parts));
        answers.push([name, answer.status]);
      }
      expect(answers).toEqual(everyRoute.map(([name, { status }]) => [name, status]));
    });

    test('Two hundred calls at once, of several people, are all answered as they should be', async () => {
      const people = await Promise.all(
        ['One', 'Two', 'Three', 'Four'].map((name) => portal.asPartner(name)),
      );
      const calls = people.flatMap((person) =>
        Array.from({ length: 50 }, (_, n) =>
          n % 5 === 0
            ? person.call(routes.createLead, { body: leadBody({ company_name: `Firm ${n}` }) })
            : person.call(routes.listLeads, { query: { limit: 10, offset: 0 } }),
        ),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
      for (const person of people) {
        expect((await person.call(routes.listLeads)).body.total).toBe(10);
      }
    });

    test('What changes is heard at once over the direct address', async () => {
      const partner = await portal.asPartner();
      const stream = await openStream(portal.app, partner.token);
      await addLead(partner);
      const told: string[] = [];
      await expect.poll(() => told.push(...stream.take()) && told).toContain('leads');
      // Whoever hears nothing asks for everything.
      expect(told).not.toContain('views');
      stream.close();
    });

    test('How long a statement may take, and that none is compiled, are defaults of the role, since nothing else arrives', async () => {
      expect(await statementsAreUnbounded(portal.db)).toBe(true);
      await boundStatementsOfRole(portal.db, 30_000);
      expect(await statementsAreUnbounded(portal.db)).toBe(false);
      // Whoever has bounded them has said nothing of this.
      expect(await statementsMayBeCompiled(portal.db)).toBe(true);
      await compileNothingOfRole(portal.db);
      expect(await statementsMayBeCompiled(portal.db)).toBe(false);
      const rows = await portal.db.queryOnce<{ setting: string }>(sql`
      select unnest(setconfig) as setting from pg_db_role_setting, pg_database
      where pg_database.oid = setdatabase and datname = current_database()`);
      const settings = rows.map(({ setting }) => setting);
      expect(settings).toEqual(['statement_timeout=30000ms', 'jit=off']);
    });
  },
);
