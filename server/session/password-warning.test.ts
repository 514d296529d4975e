import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { resetLostPassword } from '#server/accounts/administrators.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { sql } from '#server/db/sql.ts';
import { untilWaiting } from '#test/locked-lead.ts';
import {
  adminAccount,
  adminConfirmation,
  newAdminPassword,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;
const next = 'Orchard-kite-4';
const unexpected = 'If you did not expect this, tell another administrator.';
const change = 'Change your password on your Account page.';
const first = 'Administrator (admin@example.com)';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  admin = await portal.asAdmin();
});

async function warningAt(email: string, password: string): Promise<string | undefined> {
  portal.clock.advance(second);
  const { status, body } = await portal.anyone.call(routes.login, { body: { email, password } });
  expect(status).toBe(200);
  return body.password_warning;
}

/** As sentences write it: 20 November 2026, 14:05 UTC. */
function now(): string {
  const at = portal.clock.now();
  const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(at);
  const time = at.toISOString().slice(11, 16);
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}, ${time} UTC`;
}

async function add(by: SignedIn, email: string) {
  const body = { name: 'New Admin', email, password: next, ...adminConfirmation };
  const { status, body: made } = await by.call(routes.createAdministrator, { body });
  expect(status).toBe(201);
  return made.administrator;
}

test('Who has had their password reset is told by whom and when, until they have one of their own', async () => {
  const partner = await portal.asPartner();
  await admin.call(routes.resetPartnerPassword, {
    params: { id: partner.user.id },
    body: { password: next },
  });
  const reset = `Your password was reset by ${first} on ${now()}.\n${unexpected}\n${change}`;
  expect(await warningAt(partner.user.email, next)).toBe(reset);
  expect(await warningAt(partner.user.email, next)).toBe(reset);
  const own = await portal.logIn(partner.user.email, next);
  const body = { current_password: next, password: partnerPassword };
  expect((await own.call(routes.changeOwnPassword, { body })).status).toBe(200);
  expect(await warningAt(partner.user.email, partnerPassword)).toBeUndefined();
});

test('An administrator is told the same, also of a reset by the command line', async () => {
  const { email, id } = (await portal.asNewAdmin()).user;
  await admin.call(routes.resetAdministratorPassword, {
    params: { id },
    body: { password: next, ...adminConfirmation },
  });
  const resetAt = now();
  expect(await warningAt(email, next)).toBe(
    `Your password was reset by ${first} on ${resetAt}.\n${unexpected}\n${change}`,
  );
  const generated = await resetLostPassword(portal.db, email, portal.clock.now());
  const lostAt = now();
  expect(await warningAt(email, generated)).toContain(
    `Your password was reset by the command line of the server on ${lostAt}.`,
  );
});

test('The first administrator was added by nobody, and nobody is told of them', async () => {
  const own = await testPortal();
  try {
    const rows = await own.db.query(sql`select 1 from administrator_changes`);
    expect(rows).toEqual([]);
    const { body } = await own.anyone.call(routes.login, { body: adminAccount });
    expect(body.password_warning).toBeUndefined();
  } finally {
    await own.close();
  }
});

test('The other administrators are told once who was added and removed, by whom and when', async () => {
  const reader = (await portal.asNewAdmin()).user;
  portal.clock.advance(second);
  const added = await add(admin, 'added@office.example');
  const addedAt = now();
  portal.clock.advance(3 * 60 * second);
  await admin.call(routes.deleteAdministrator, {
    params: { id: added.id },
    body: adminConfirmation,
  });
  const who = 'New Admin (added@office.example)';
  const removedAt = now();
  expect(await warningAt(reader.email, newAdminPassword)).toBe(
    `${who} was removed as an administrator by ${first} on ${removedAt}.\n` +
      `${who} was added as an administrator by ${first} on ${addedAt}.\n${unexpected}`,
  );
  expect(await warningAt(reader.email, newAdminPassword)).toBeUndefined();
});

test('Neither who did it, nor who was added, nor a partner is told', async () => {
  const partner = await portal.asPartner();
  portal.clock.advance(second);
  await add(admin, 'told@office.example');
  expect(await warningAt(adminAccount.email, adminAccount.password)).toBeUndefined();
  expect(await warningAt('told@office.example', next)).toBeUndefined();
  expect(await warningAt(partner.user.email, partnerPassword)).toBeUndefined();
});

test('Who was added is told of what came after', async () => {
  await add(admin, 'early@office.example');
  portal.clock.advance(second);
  await add(admin, 'late@office.example');
  const lateAt = now();
  expect(await warningAt('early@office.example', next)).toBe(
    `New Admin (late@office.example) was added as an administrator by ${first} on ${lateAt}.\n${unexpected}`,
  );
});

test.each([
  { changes: 5, more: '' },
  { changes: 6, more: 'And 1 more change of administrators.\n' },
  { changes: 7, more: 'And 2 more changes of administrators.\n' },
])('Of $changes changes the newest five are named', async ({ changes, more }) => {
  const reader = (await portal.asNewAdmin()).user;
  for (let i = 1; i <= changes; i++) {
    portal.clock.advance(second);
    await add(admin, `n${i}-of-${changes}@office.example`);
  }
  const warning = (await warningAt(reader.email, newAdminPassword)) ?? '';
  const named = [...warning.matchAll(/n(\d)-of-/g)].map(([, n]) => Number(n));
  expect(named).toEqual([0, 1, 2, 3, 4].map((n) => changes - n));
  expect(warning.replace(/^.* UTC\.\n/gm, '')).toBe(`${more}${unexpected}`);
});

test('No administrator is added where what the others are told cannot be written', async () => {
  const refused = await whileRefused(portal.db, 'insert on administrator_changes', () =>
    admin.call(routes.createAdministrator, {
      body: {
        ...{ name: 'Not Kept', email: 'not-kept@office.example', password: next },
        ...adminConfirmation,
      },
    }),
  );
  expect(refused.status).toBe(500);
  const { administrators } = (await admin.call(routes.listAdministrators)).body;
  expect(administrators.map(({ name }) => name)).not.toContain('Not Kept');
});

test('All that applies is said on a line each, what others did to the password first', async () => {
  const reader = (await portal.asNewAdmin()).user;
  portal.clock.advance(second);
  await add(admin, 'all@office.example');
  const addedAt = now();
  await admin.call(routes.resetAdministratorPassword, {
    params: { id: reader.id },
    body: { password: next, ...adminConfirmation },
  });
  const weak = 'Welcome1!';
  await portal.db.query(sql`
    update users set password_hash = ${await hashPassword(weak)} where id = ${reader.id}`);
  portal.clock.advance(91 * day);
  expect((await warningAt(reader.email, weak))?.split('\n')).toEqual([
    `Your password was reset by ${first} on ${addedAt}.`,
    `New Admin (all@office.example) was added as an administrator by ${first} on ${addedAt}.`,
    unexpected,
    'Your password no longer meets the rules: Password is too common.',
    'Your password is more than 90 days old.',
    change,
  ]);
});

test('What is committed while an administrator signs in is told at their next sign-in', async () => {
  const reader = (await portal.asNewAdmin()).user;
  const email = 'slow@office.example';
  const rollBack = new Error('Rolled back');
  let adding: ReturnType<typeof add> | undefined;
  await portal.db
    .transaction(async (tx) => {
      // The addition waits to see whether this email is taken.
      await tx.query(sql`
        insert into users (id, role, name, email, email_key, password_set_at, created_at)
        values (gen_random_uuid(), 'partner', 'x', ${email}, ${email}, now(), now())`);
      adding = add(admin, email);
      await untilWaiting(portal.db, 1);
      portal.clock.advance(second);
      expect(await warningAt(reader.email, newAdminPassword)).toBeUndefined();
      throw rollBack;
    })
    .catch((error) => expect(error).toBe(rollBack));
  await adding;
  expect(await warningAt(reader.email, newAdminPassword)).toContain(email);
});
