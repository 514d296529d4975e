// Changes of many leads that a test holds up at their last lead, and callers who leave meanwhile.
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import type { SignedIn, TestPortal } from './portal.ts';

/** More than one step's worth; a change of the last one waits, or fails, as a test wants. */
export const manyLeads = 2_001;
const lastCompany = 'Last Ltd';
const patiently = { timeout: 20_000 };

export async function addManyLeads({ db }: TestPortal, partner: SignedIn): Promise<void> {
  await db.queryOnce(sql`
    insert into leads (id, partner_id, company_name, company_key, status, status_key, search_text,
      source, created_at)
    select case n when ${manyLeads} then 'ffffffff-ffff-7fff-bfff-ffffffffffff' else uuid_v7() end,
      ${partner.user.id}, case n when ${manyLeads} then ${lastCompany} else 'Acme' end,
      'acme', 'new', 'new', 'acme', 'form', now()
    from generate_series(1, ${manyLeads}) n`);
}

export const firstLead = '00000000-0000-7000-8000-000000000000';

/** One more that is held up, in the first step: what comes after it is not begun. */
export async function addHeldUpFirstLead({ db }: TestPortal, partner: SignedIn): Promise<void> {
  await db.queryOnce(sql`
    insert into leads (id, partner_id, company_name, company_key, status, status_key, search_text,
      source, created_at)
    values (${firstLead}, ${partner.user.id}, ${lastCompany}, 'acme', 'new', 'new', 'acme', 'form',
      now())`);
}

/** What happens when the last of the leads is changed, or comes back. */
export async function atTheLastLead({ db }: TestPortal, statement: string): Promise<void> {
  await db.transaction((tx) =>
    tx.client.query(`
      create or replace function at_the_last_lead() returns trigger language plpgsql as $$
        begin ${statement} return new; end $$;
      create or replace trigger at_the_last_lead before insert or update on leads for each row
        when (new.company_name = '${lastCompany}') execute function at_the_last_lead();`),
  );
}
const gate = 4_812;

/** Holds up every change at its last lead for as long as the work takes. */
export async function whileLastLeadIsHeldUp<T>(
  portal: TestPortal,
  work: () => Promise<T>,
): Promise<T> {
  await atTheLastLead(portal, `perform pg_advisory_xact_lock(${gate});`);
  return portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`select pg_advisory_xact_lock(${gate})`);
    return work();
  });
}

export async function isHeldUpAtLastLead({ db }: TestPortal): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await db.queryOnce(sql`
      select 1 from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted
        and database = (select oid from pg_database where datname = current_database())`);
    expect(waiting).toHaveLength(1);
  }, patiently);
}

/** Calls over a connection of its own; gives back what closes it, and waits until the portal has seen that. */
export async function callThatLeaves(
  portal: TestPortal,
  caller: SignedIn,
  path: string,
  body?: object,
): Promise<() => Promise<void>> {
  const { port } = portal.app.server.address() as AddressInfo;
  const { csrf_token } = (await portal.anyone.call(routes.csrfToken)).body;
  const authorization = `Bearer ${caller.token}`;
  const call = request({
    ...{ port, path, method: 'POST' },
    headers: {
      ...{ authorization, [headers.csrf]: csrf_token },
      ...(body && { 'content-type': 'application/json' }),
    },
  });
  call.on('error', () => {});
  call.end(body && JSON.stringify(body));
  return async () => {
    call.destroy();
    await vi.waitFor(async () => expect(await openConnections(portal)).toBe(0), patiently);
  };
}

function openConnections({ app }: TestPortal): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
