import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import {
  findImports,
  findOwnImport,
  findRecentImport,
  insertImport,
  readColumnMemory,
  rememberColumns,
  undoImport as undoImportRows,
} from './imports.queries.ts';
import { undoImport } from './imports.ts';
import { withStoring } from './limiters.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const now = new Date('2026-03-05T10:00:00Z');
const firstPage = { limit: 10, offset: 0 };

async function addImport({ user }: SignedIn, fingerprint = randomBytes(32)): Promise<string> {
  const id = randomUUID();
  const file = { fileName: 'leads.csv', fingerprint, now };
  const record = { id, partnerId: user.id, sentBy: user.id, ...file };
  await portal.db.transaction((tx) => insertImport(tx, record));
  return id;
}

/** An import that says it has stored so many leads, and one lead that is of it. */
async function addImportWithLead(partner: SignedIn, stored: number): Promise<string> {
  const id = await addImport(partner);
  const lead = await addLead(partner);
  await portal.db.query(sql`update leads set import_id = ${id} where id = ${lead.id}`);
  await portal.db.query(sql`update imports set stored = ${stored} where id = ${id}`);
  return id;
}

async function leadsOf(id: string): Promise<number> {
  return (await portal.db.query(sql`select id from leads where import_id = ${id}`)).length;
}

describe('Of another partner', () => {
  let whose: { partner: string };
  let own: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    [own, other] = [await portal.asPartner(), await portal.asPartner()];
    whose = { partner: own.user.id };
  });

  test('no import is listed, nor counted', async () => {
    const [mine] = [await addImport(own), await addImport(other)];
    const { imports, total } = await findImports(portal.db, whose, firstPage);
    expect(imports.map(({ id }) => id)).toEqual([mine]);
    expect(total).toBe(1);
    expect((await findImports(portal.db, 'everyone', firstPage)).total).toBeGreaterThan(1);
  });

  test('no import is found by its id', async () => {
    const [mine, theirs] = [await addImport(own), await addImport(other)];
    const find = (id: string) => portal.db.transaction((tx) => findOwnImport(tx, whose, id));
    expect(await find(mine)).toMatchObject({ id: mine });
    expect(await find(theirs)).toBeUndefined();
  });

  test('no import is taken for the same file again', async () => {
    const fingerprint = randomBytes(32);
    await addImport(other, fingerprint);
    const find = () => findRecentImport(portal.db, own.user.id, fingerprint, now);
    expect(await find()).toBeUndefined();
    const mine = await addImport(own, fingerprint);
    expect(await find()).toMatchObject({ id: mine });
  });

  test('no answer to which column is which is remembered', async () => {
    const columns = [{ title: 'firma 1', field: 'company_name' as const }];
    await rememberColumns(portal.db, other.user.id, 'key', columns, now);
    expect(await readColumnMemory(portal.db, own.user.id)).toEqual({});
    expect(await readColumnMemory(portal.db, other.user.id)).toEqual({ key: columns });
  });
});

describe('An import is marked as undone', () => {
  const mark = (id: string, undoneBy: string) =>
    portal.db.transaction((tx) => undoImportRows(tx, { id, undoneBy, now }));

  test('once and not again', async () => {
    const partner = await portal.asPartner();
    const id = await addImportWithLead(partner, 1);
    expect(await mark(id, partner.user.id)).toEqual({ deleted: 1, marked: true });
    expect(await mark(id, partner.user.id)).toEqual({ deleted: 0, marked: false });
  });

  test('only while none of its leads was touched', async () => {
    const partner = await portal.asPartner();
    const id = await addImportWithLead(partner, 1);
    await portal.db.query(sql`
      insert into touched_leads (lead_id, import_id, digest_as_stored) values (${id}, ${id}, ${id})`);
    expect(await mark(id, partner.user.id)).toMatchObject({ marked: false });
  });
});

const undoAs = (partner: SignedIn, id: string, mayUndo = async () => {}) =>
  undoImport(
    portal.db,
    { partner: partner.user.id },
    { id, undoneBy: partner.user.id, mayUndo },
    now,
  );

test('An import of which a lead is missing keeps the others, whatever its record says', async () => {
  const partner = await portal.asPartner();
  const id = await addImportWithLead(partner, 2);
  await expect(undoAs(partner, id)).rejects.toMatchObject({ code: 'conflict' });
  expect(await leadsOf(id)).toBe(1);
  await portal.db.query(sql`update imports set stored = 1 where id = ${id}`);
  expect(await undoAs(partner, id)).toBe(1);
  expect(await leadsOf(id)).toBe(0);
});

test('Whoever may no longer undo once their turn has come takes nothing back', async () => {
  const partner = await portal.asPartner();
  const id = await addImportWithLead(partner, 1);
  let letGo = () => {};
  const before = withStoring(
    partner.user.id,
    () =>
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
  );
  const mayUndo = vi.fn(() => Promise.reject(new Error('signed out')));
  const undone = undoAs(partner, id, mayUndo);
  expect(mayUndo).not.toHaveBeenCalled();
  letGo();
  await before;
  await expect(undone).rejects.toThrow('signed out');
  expect(await leadsOf(id)).toBe(1);
});

test('An undo waits ten seconds at most for a lead that somebody else is changing', async () => {
  const partner = await portal.asPartner();
  const id = await addImportWithLead(partner, 1);
  await portal.db.transaction((tx) =>
    tx.client.query(`
      create function tell_wait() returns trigger language plpgsql as
        $$ begin raise exception 'waits %', current_setting('lock_timeout'); end $$;
      create trigger tell_wait before delete on leads for each row execute function tell_wait()`),
  );
  await expect(undoAs(partner, id)).rejects.toThrow('waits 10s');
  await portal.db.transaction((tx) => tx.client.query('drop function tell_wait cascade'));
});
