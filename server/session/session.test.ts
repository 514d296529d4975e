import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { sql } from '#server/db/sql.ts';
import { adminAccount, partnerPassword, type TestPortal, testPortal } from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';
import { forgetExpiredSessions } from './session.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;
const expired = 'Token has expired';
const ended = 'Your session has ended. Please sign in again.';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ env: { ACCESS_TOKEN_TTL_SECONDS: '900' } });
});
afterAll(() => portal.close());

function logIn(email: string, password: string) {
  return portal.anyone.call(routes.login, { body: { email, password } });
}

function me(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return portal.anyone.call(routes.me, { headers });
}

function refresh(refresh_token: string) {
  return portal.anyone.call(routes.refreshToken, { body: { refresh_token } });
}

test('Signing in answers two tokens and the user, without anything secret', async () => {
  const { user } = await portal.asPartner('Nora North');
  const { status, body } = await logIn(user.email, partnerPassword);
  expect(status).toBe(200);
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    user: {
      id: user.id,
      name: 'Nora North',
      email: user.email,
      role: 'partner',
      company: 'Nora North Ltd',
    },
  });
  expect(body.token).not.toBe(body.refresh_token);
});

test('A sign-in is answered once the account tells of it, and fails where that cannot be written', async () => {
  const { user } = await portal.asPartner();
  const refused = await whileRefused(portal.db, 'update on users', () =>
    logIn(user.email, partnerPassword),
  );
  expect(refused.status).toBe(500);
});

test.each([
  { what: 'no body', payload: undefined },
  { what: 'an empty body', payload: {} },
  { what: 'no password', payload: { email: 'ann@x.example' } },
  { what: 'no email', payload: { password: 'Secret-1' } },
  { what: 'an empty email', payload: { email: '', password: 'Secret-1' } },
  { what: 'a blank email', payload: { email: '   ', password: 'Secret-1' } },
  { what: 'an empty password', payload: { email: 'ann@x.example', password: '' } },
  { what: 'null for both', payload: { email: null, password: null } },
  { what: 'numbers for both', payload: { email: 1, password: 2 } },
])('Signing in with $what asks for both email and password', async ({ payload }) => {
  const { status, body } = await portal.anyone.send({
    method: 'POST',
    url: '/api/login',
    ...(payload && { payload }),
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'Please enter both email and password' });
});

test('An unknown email, a wrong password and a deleted partner get the same refusal', async () => {
  const [kept, deleted] = [await portal.asPartner(), await portal.asPartner()];
  const admin = await portal.asAdmin();
  await admin.call(routes.deletePartner, { params: { id: deleted.user.id } });
  const attempts = [
    await logIn('nobody@x.example', partnerPassword),
    await logIn(kept.user.email, 'Wrong-pass-1'),
    await logIn(kept.user.email, partnerPassword.toUpperCase()),
    await logIn(kept.user.email, ` ${partnerPassword}`),
    await logIn(deleted.user.email, partnerPassword),
  ];
  for (const { status, body } of attempts) {
    expect({ status, body }).toEqual({ status: 401, body: { error: 'Invalid email or password' } });
  }
});

test('The email is compared without regard to case and surrounding spaces', async () => {
  const { user } = await portal.asPartner();
  const { status, body } = await logIn(`  ${user.email.toUpperCase()} `, partnerPassword);
  expect(status).toBe(200);
  expect(body.user.email).toBe(user.email);
});

test('A password is warned about once it is older than the maximum age, not at that age', async () => {
  const { user } = await portal.asPartner();
  portal.clock.advance(90 * day);
  expect((await logIn(user.email, partnerPassword)).body.password_warning).toBeUndefined();
  portal.clock.advance(1);
  const { status, body } = await logIn(user.email, partnerPassword);
  expect(status).toBe(200);
  expect(body.password_warning).toBe(
    'Your password is more than 90 days old.\nChange your password on your Account page.',
  );
});

test('The maximum age of a password is configurable', async () => {
  const strict = await testPortal({ env: { PASSWORD_MAX_AGE_DAYS: '1' } });
  try {
    strict.clock.advance(day + 1);
    const { body } = await strict.anyone.call(routes.login, { body: adminAccount });
    expect(body.password_warning).toContain('1 day');
  } finally {
    await strict.close();
  }
});

test.each([
  { password: 'Passw0rd!', fault: 'Password is too common' },
  {
    password: 'Wanderer-77',
    fault: 'Password must not contain your name, email or company',
  },
])('A password that is easy to guess still signs in, with a warning: $fault', async (each) => {
  const { user } = await portal.asPartner('Will Wanderer');
  const hash = await hashPassword(each.password);
  await portal.db.query(sql`update users set password_hash = ${hash} where id = ${user.id}`);
  const { status, body } = await logIn(user.email, each.password);
  expect(status).toBe(200);
  expect(body.password_warning).toContain(`no longer meets the rules: ${each.fault}.\nChange your`);
});

test('A password that falls short of the rules still signs in, with a warning that says why', async () => {
  const { user } = await portal.asPartner();
  const hash = await hashPassword('lower');
  await portal.db.query(sql`update users set password_hash = ${hash} where id = ${user.id}`);
  const { status, body } = await logIn(user.email, 'lower');
  expect(status).toBe(200);
  expect(body.password_warning).toBe(
    'Your password no longer meets the rules: Password must be at least 8 characters.\nChange your password on your Account page.',
  );
});

test('The current user is answered to the holder of a token only', async () => {
  const partner = await portal.asPartner('Mia Me');
  const { status, body } = await partner.call(routes.me);
  expect({ status, body }).toEqual({ status: 200, body: { user: partner.user } });

  const nobody = await portal.anyone.call(routes.me);
  expect([nobody.status, nobody.body.error]).toEqual([401, 'You are not signed in']);
  const forged = await me('x'.repeat(43));
  expect([forged.status, forged.body.error]).toEqual([401, expired]);
  const refreshToken = await me(partner.refreshToken);
  expect([refreshToken.status, refreshToken.body.error]).toEqual([401, expired]);
});

test.each(['undefined', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, 'a.b.c'])(
  'A token that cannot be one of ours is not said to have expired: %s',
  async (token) => {
    const { status, body } = await me(token);
    expect([status, body.error]).toEqual([401, 'You are not signed in']);
  },
);

test('Deleting an account makes its tokens read as expired, and its refresh is refused', async () => {
  const partner = await portal.asPartner();
  const admin = await portal.asAdmin();
  await admin.call(routes.deletePartner, { params: { id: partner.user.id } });
  expect(await me(partner.token)).toMatchObject({ status: 401, body: { error: expired } });
  expect(await refresh(partner.refreshToken)).toMatchObject({
    status: 401,
    body: { error: ended },
  });
});

test('Two sessions of one user do not sign each other out', async () => {
  const first = await portal.asPartner();
  const other = await portal.logIn(first.user.email, partnerPassword);
  await first.call(routes.logout);
  expect((await first.call(routes.me)).status).toBe(401);
  expect((await other.call(routes.me)).status).toBe(200);
  expect((await refresh(other.refreshToken)).status).toBe(200);
});

test('A token says that it has expired from the very millisecond of its expiry', async () => {
  const partner = await portal.asPartner();
  portal.clock.advance(900 * second - 1);
  expect((await partner.call(routes.me)).status).toBe(200);
  portal.clock.advance(1);
  const { status, body } = await partner.call(routes.me);
  expect({ status, body }).toEqual({ status: 401, body: { error: 'Token has expired' } });
});

test('A refresh gives a new token and leaves the old one to expire by itself', async () => {
  const partner = await portal.asPartner();
  portal.clock.advance(600 * second);
  const { status, body } = await refresh(partner.refreshToken);
  expect(status).toBe(200);
  expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) });
  expect(body.token).not.toBe(partner.token);
  expect((await me(partner.token)).status).toBe(200);
  expect((await me(body.token)).status).toBe(200);

  portal.clock.advance(300 * second);
  expect((await me(partner.token)).body.error).toBe('Token has expired');
  expect((await me(body.token)).status).toBe(200);
  portal.clock.advance(600 * second);
  expect((await me(body.token)).body.error).toBe('Token has expired');
});

test('Refresh tokens that are unknown, or are access tokens, are refused', async () => {
  const partner = await portal.asPartner();
  for (const token of ['garbage', partner.token, `${partner.refreshToken}x`, '\0']) {
    const { status, body } = await refresh(token);
    expect([status, body.error], token).toEqual([401, ended]);
  }
});

test.each([{}, { refresh_token: '' }, { refresh_token: null }])(
  'A refresh with the body %j asks for the refresh token',
  async (payload) => {
    const { status, body } = await portal.anyone.send({
      method: 'POST',
      url: '/api/refresh-token',
      payload,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Refresh token is required' });
  },
);

test('A session ends after the days its refresh token lives, and its access tokens with it', async () => {
  const partner = await portal.asPartner();
  portal.clock.advance(30 * day - 1);
  const { status, body: late } = await refresh(partner.refreshToken);
  expect(status).toBe(200);
  portal.clock.advance(1);
  const refused = await refresh(partner.refreshToken);
  expect([refused.status, refused.body.error]).toEqual([401, ended]);
  for (const token of [partner.token, late.token]) {
    expect((await me(token)).body.error).toBe(expired);
  }
});

test('A token expired long ago still says so while its session lives, also after housekeeping', async () => {
  const [partner, over] = [await portal.asPartner(), await portal.asPartner()];
  await portal.db.query(
    sql`update sessions set expires_at = ${portal.clock.now()} where user_id = ${over.user.id}`,
  );
  portal.clock.advance(29 * day);
  await forgetExpiredSessions(portal.db, portal.clock.now());
  expect((await me(partner.token)).body.error).toBe('Token has expired');
  expect((await refresh(partner.refreshToken)).status).toBe(200);
  const rows = await portal.db.query(sql`select 1 from sessions where user_id = ${over.user.id}`);
  expect(rows).toEqual([]);
});

test('A refresh while the session is being ended is refused like one after it', async () => {
  const partner = await portal.asPartner();
  let answer: ReturnType<typeof refresh> | undefined;
  await portal.db.transaction(async (tx) => {
    await tx.query(sql`delete from sessions where user_id = ${partner.user.id}`);
    answer = refresh(partner.refreshToken);
    await expect
      .poll(async () => {
        const [row] = await portal.db.query<{ waiting: number }>(sql`
          select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return row?.waiting;
      })
      .toBe(1);
  });
  const refused = await answer;
  expect([refused?.status, refused?.body.error]).toEqual([401, ended]);
});

test('The database holds only hashes of the tokens, and the password as argon2id', async () => {
  const partner = await portal.asPartner();
  const { body: refreshed } = await refresh(partner.refreshToken);
  const rows = await portal.db.query<{ row: string }>(sql`
    select to_jsonb(s)::text || coalesce(encode(refresh_hash, 'escape'), '') as row
    from sessions s where user_id = ${partner.user.id}
    union all
    select to_jsonb(a)::text || encode(hash, 'escape')
    from access_tokens a join sessions on sessions.id = a.session_id
    where user_id = ${partner.user.id}`);
  expect(rows).toHaveLength(3);
  const stored = rows.map(({ row }) => row).join('\n');
  for (const token of [partner.token, partner.refreshToken, refreshed.token]) {
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token).toString('hex'));
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  }
  const [user] = await portal.db.query<{ row: string; password_hash: string }>(sql`
    select to_jsonb(u)::text as row, password_hash from users u where id = ${partner.user.id}`);
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/);
  expect(user?.row).not.toContain(partnerPassword);
});

test('A refresh past the limit is refused and adds no token', async () => {
  const limited = await testPortal({ env: { RATE_LIMIT_GENERAL: '2' } });
  try {
    const admin = await limited.asAdmin();
    const body = { refresh_token: admin.refreshToken };
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await limited.anyone.call(routes.refreshToken, { body })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
    const rows = await limited.db.query(sql`select hash from access_tokens`);
    expect(rows).toHaveLength(3);
  } finally {
    await limited.close();
  }
});

test('A session keeps 500 access tokens beside the newest, and no more of them than that', async () => {
  const partner = await portal.asPartner();
  const tokensOfSession = sql`
    from access_tokens join sessions on sessions.id = session_id
    where user_id = ${partner.user.id}`;
  const count = async () =>
    (await portal.db.query<{ count: number }>(sql`select count(*) as count ${tokensOfSession}`))[0]
      ?.count;
  await portal.db.query(sql`
    insert into access_tokens (hash, session_id, expires_at)
    select sha256(n::text::bytea), session_id, access_tokens.expires_at + interval '1 second'
    from generate_series(1, 499) n, (select session_id, access_tokens.expires_at ${tokensOfSession})
      access_tokens`);
  expect(await count()).toBe(500);

  portal.clock.advance(2 * second);
  await refresh(partner.refreshToken);
  expect((await me(partner.token)).status).toBe(200);
  expect(await count()).toBe(501);

  const { body } = await refresh(partner.refreshToken);
  expect((await me(partner.token)).body.error).toBe(expired);
  expect((await me(body.token)).status).toBe(200);
  expect(await count()).toBe(501);
});
