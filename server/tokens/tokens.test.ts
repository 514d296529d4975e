import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { isTokenText, maskedToken, newTokenText } from './token-text.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const unknownId = '0192aaaa-0000-7000-8000-000000000000';
const notFound = [404, { error: 'Token not found' }];

async function create(caller: SignedIn, name = 'Push') {
  const { body } = await caller.call(routes.createToken, { body: { name } });
  return body;
}

async function list(caller: SignedIn) {
  return (await caller.call(routes.listTokens)).body.tokens;
}

function revoke(caller: SignedIn, id: string) {
  return caller.call(routes.updateToken, { params: { id }, body: { revoked: true } });
}

function remove(caller: SignedIn, id: string) {
  return caller.call(routes.deleteToken, { params: { id } });
}

function push(token: string) {
  return portal.withApiToken(token).call(routes.createExternalLead, {
    body: { first_name: 'Ann', last_name: 'X', email: 'ann@x.example' },
  });
}

test('A new token is answered in full with its id, and works', async () => {
  const partner = await portal.asPartner();
  const { status, body } = await partner.call(routes.createToken, {
    body: { name: ' CRM ', description: ' nightly ' },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    token: expect.stringMatching(/^ppt_[\w-]{49}$/),
    token_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
  });
  expect(await list(partner)).toEqual([
    {
      id: body.token_id,
      name: 'CRM',
      description: 'nightly',
      created_at: portal.clock.now().toISOString(),
      token_display: `ppt_••••••••${body.token.slice(-4)}`,
      revoked: false,
    },
  ]);
  expect((await push(body.token)).status).toBe(201);
});

test.each([
  { payload: {}, fields: { name: 'Token name is required' } },
  { payload: { name: ' ' }, fields: { name: 'Token name is required' } },
  {
    payload: { name: 'x'.repeat(101) },
    fields: { name: 'Token name must be at most 100 characters' },
  },
  {
    payload: { name: 'x', description: 'x'.repeat(501) },
    fields: { description: 'Description must be at most 500 characters' },
  },
])('A token is refused with $fields', async ({ payload, fields }) => {
  const { status, body } = await admin.send({ method: 'POST', url: '/api/tokens', payload });
  expect(status).toBe(400);
  expect(body).toEqual({ error: Object.values(fields)[0], fields });
});

test('A blank description is none', async () => {
  const partner = await portal.asPartner();
  await partner.call(routes.createToken, { body: { name: 'Push', description: '  ' } });
  expect((await list(partner))[0]?.description).toBeNull();
});

test('The token itself is shown once and never stored', async () => {
  const partner = await portal.asPartner();
  const { token, token_id } = await create(partner);
  const { body: revoked } = await revoke(partner, token_id);
  const rows = await portal.db.query(sql`
    select to_jsonb(t)::text || encode(hash, 'escape') as row from api_tokens t
    where id = ${token_id}`);
  expect(rows).toHaveLength(1);
  const secret = token.slice('ppt_'.length, -6);
  for (const text of [await list(partner), revoked, rows].map((part) => JSON.stringify(part))) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(token).toString('hex'));
    expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  }
});

test('Tokens are listed newest first, and to nobody but their owner', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  await create(partner, 'first');
  await create(partner, 'same instant');
  portal.clock.advance(1000);
  await create(partner, 'last');
  await create(other, 'of another');
  const names = (await list(partner)).map((token) => token.name);
  expect(names).toEqual(['last', 'same instant', 'first']);
  const seenByAdmin = (await list(admin)).map((token) => token.name);
  expect(seenByAdmin).not.toEqual(expect.arrayContaining(['of another']));
  expect(seenByAdmin).not.toEqual(expect.arrayContaining(['first']));
});

test('A revoked token stays in the list, stops working and cannot be revoked again', async () => {
  const partner = await portal.asPartner();
  const [revoked, kept] = [await create(partner, 'revoked'), await create(partner, 'kept')];
  const { status, body } = await revoke(partner, revoked.token_id);
  expect(status).toBe(200);
  expect(body).toEqual({
    token: expect.objectContaining({ id: revoked.token_id, name: 'revoked', revoked: true }),
  });
  expect((await list(partner)).map(({ name, revoked }) => ({ name, revoked }))).toEqual([
    { name: 'kept', revoked: false },
    { name: 'revoked', revoked: true },
  ]);
  expect((await push(revoked.token)).status).toBe(401);
  expect((await push(kept.token)).status).toBe(201);

  const revokedAt = () =>
    portal.db.query(sql`select revoked_at from api_tokens where id = ${revoked.token_id}`);
  const before = await revokedAt();
  portal.clock.advance(1000);
  const again = await revoke(partner, revoked.token_id);
  expect(again.status).toBe(409);
  expect(again.body).toEqual({ error: 'This token has already been revoked' });
  expect(await revokedAt()).toEqual(before);
});

test('Of two who revoke a token at once one is told that it has been revoked', async () => {
  const partner = await portal.asPartner();
  const { token_id } = await create(partner);
  const answers = await Promise.all([revoke(partner, token_id), revoke(partner, token_id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.each([{ revoked: false }, { revoked: 'true' }, { revoked: null }, {}])(
  'A change of a token to %j is refused',
  async (payload) => {
    const partner = await portal.asPartner();
    const { token_id } = await create(partner);
    const url = `/api/tokens/${token_id}`;
    const { status, body } = await partner.send({ method: 'PUT', url, payload });
    const message = 'A token can only be revoked: send "revoked": true';
    expect(status).toBe(400);
    expect(body).toEqual({ error: message, fields: { revoked: message } });
    expect((await list(partner))[0]?.revoked).toBe(false);
  },
);

test.each(['active', 'revoked'])('A token that is %s can be deleted, once', async (state) => {
  const partner = await portal.asPartner();
  const { token, token_id } = await create(partner);
  if (state === 'revoked') await revoke(partner, token_id);
  const { status, body } = await remove(partner, token_id);
  expect({ status, body }).toEqual({ status: 200, body: { success: true } });
  expect(await list(partner)).toEqual([]);
  const pushed = await push(token);
  expect([pushed.status, pushed.body.error]).toEqual([401, 'API token is invalid']);
  for (const again of [await remove(partner, token_id), await revoke(partner, token_id)]) {
    expect([again.status, again.body]).toEqual(notFound);
  }
});

test('A token of another user, also for an administrator, is like one that does not exist', async () => {
  const [owner, other] = [await portal.asPartner(), await portal.asPartner()];
  const { token, token_id } = await create(owner);
  for (const caller of [other, admin]) {
    for (const id of [token_id, unknownId, 'nonsense']) {
      const answers = [await revoke(caller, id), await remove(caller, id)];
      for (const { status, body } of answers) expect([status, body], id).toEqual(notFound);
    }
  }
  expect((await push(token)).status).toBe(201);
});

test('The hundredth token is made, the one after it only once another is deleted', async () => {
  const partner = await portal.asPartner();
  await portal.db.query(sql`
    insert into api_tokens (id, user_id, name, hash, token_display, created_at)
    select uuid_v7(), ${partner.user.id}::uuid, 'many', uuid_send(gen_random_uuid()), 'ppt_', now()
    from generate_series(1, 99)`);
  const { token_id } = await create(partner, 'hundredth');
  expect(await list(partner)).toHaveLength(100);
  const refused = await partner.call(routes.createToken, { body: { name: 'too many' } });
  expect(refused.status).toBe(409);
  expect(refused.body).toEqual({
    error: 'You have 100 API tokens. Delete one before you create another.',
  });
  await remove(partner, token_id);
  expect((await partner.call(routes.createToken, { body: { name: 'again' } })).status).toBe(200);
});

test('Tokens are all different, and each is recognised as one', () => {
  const tokens = Array.from({ length: 200 }, newTokenText);
  expect(new Set(tokens).size).toBe(200);
  expect(tokens.filter((token) => !isTokenText(token))).toEqual([]);
});

test('A typo at any place of a token is noticed by its checksum', () => {
  const token = newTokenText();
  for (let i = 0; i < token.length; i++) {
    const typo = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
    expect(isTokenText(typo), `place ${i}`).toBe(false);
  }
  for (const other of ['', 'ppt_', token.slice(0, -1), `${token}A`, ` ${token}`, `${token}\n`]) {
    expect(isTokenText(other), other).toBe(false);
  }
});

test('A mask shows the prefix and the last four characters, and nothing between them', () => {
  const token = newTokenText();
  expect(maskedToken(token)).toBe(`ppt_${'•'.repeat(8)}${token.slice(-4)}`);
});

test('A token with a typo is refused without asking the database', async () => {
  const { token } = await create(await portal.asPartner());
  const asked = vi.spyOn(portal.db, 'query');
  try {
    const typo = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const { status, body } = await push(typo);
    expect([status, body.error]).toEqual([401, 'API token is invalid']);
    expect(asked).not.toHaveBeenCalled();
    await push(token);
    expect(asked).toHaveBeenCalled();
  } finally {
    asked.mockRestore();
  }
});
