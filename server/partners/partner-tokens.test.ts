import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const newPassword = 'Another-pass-2';
const asParams = (partner: SignedIn) => ({ params: { id: partner.user.id } });

async function tokenOf(partner: SignedIn, name = 'Push') {
  return (await partner.call(routes.createToken, { body: { name } })).body;
}

async function push(token: string) {
  const body = { first_name: 'A', last_name: 'B', email: 'a@b.example' };
  return (await portal.withApiToken(token).call(routes.createExternalLead, { body })).status;
}

const revoke = (partnerId: string, tokenId: string) =>
  admin.call(routes.revokePartnerToken, {
    params: { id: partnerId, token_id: tokenId },
    body: { revoked: true },
  });

test.each([
  { given: { revoke_tokens: true }, status: 401 },
  { given: { revoke_tokens: false }, status: 201 },
  { given: {}, status: 201 },
])('A reset with $given leaves API tokens that answer $status', async ({ given, status }) => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const [token, others] = [await tokenOf(partner), await tokenOf(other)];
  await admin.call(routes.resetPartnerPassword, {
    ...asParams(partner),
    body: { password: newPassword, ...given },
  });
  expect(await push(token.token)).toBe(status);
  expect(await push(others.token)).toBe(201);
  const { body } = await admin.call(routes.listPartnerTokens, asParams(partner));
  expect(body.tokens).toMatchObject([{ id: token.token_id, revoked: status === 401 }]);
});

test('A reset leaves alone when a token was revoked that was revoked before', async () => {
  const partner = await portal.asPartner();
  const { token_id } = await tokenOf(partner);
  await revoke(partner.user.id, token_id);
  const revokedAt = () =>
    portal.db.query(sql`select revoked_at from api_tokens where id = ${token_id}`);
  const before = await revokedAt();
  portal.clock.advance(1000);
  const body = { password: newPassword, revoke_tokens: true };
  await admin.call(routes.resetPartnerPassword, { ...asParams(partner), body });
  expect(await revokedAt()).toEqual(before);
});

test('An administrator sees the API tokens of a partner as the partner does', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  expect((await admin.call(routes.listPartnerTokens, asParams(partner))).body.tokens).toEqual([]);
  await tokenOf(partner, 'first');
  portal.clock.advance(1000);
  const { token } = await tokenOf(partner, 'last');
  await tokenOf(other, 'of another');
  const { status, body } = await admin.call(routes.listPartnerTokens, asParams(partner));
  expect(status).toBe(200);
  expect(body.tokens.map(({ name }) => name)).toEqual(['last', 'first']);
  expect(body).toEqual((await partner.call(routes.listTokens)).body);
  expect(JSON.stringify(body)).not.toContain(token);
});

test('An administrator revokes a token of a partner, once, and it stops working', async () => {
  const partner = await portal.asPartner();
  const [revoked, kept] = [await tokenOf(partner), await tokenOf(partner)];
  const { status, body } = await revoke(partner.user.id, revoked.token_id);
  expect(status).toBe(200);
  expect(body).toEqual({
    token: expect.objectContaining({ id: revoked.token_id, revoked: true }),
  });
  expect([await push(revoked.token), await push(kept.token)]).toEqual([401, 201]);
  const again = await revoke(partner.user.id, revoked.token_id);
  expect([again.status, again.body.error]).toEqual([409, 'This token has already been revoked']);
});

test('A token of another partner, or of an administrator, is not found under this one', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const { token, token_id } = await tokenOf(other);
  const own = await tokenOf(admin);
  const unknown = '0192aaaa-0000-7000-8000-000000000000';
  for (const id of [token_id, own.token_id, unknown]) {
    const { status, body } = await revoke(partner.user.id, id);
    expect([status, body]).toEqual([404, { error: 'Token not found' }]);
  }
  for (const [id, tokenId] of [
    [admin.user.id, own.token_id],
    [unknown, token_id],
    [partner.user.id, 'nonsense'],
  ] as const) {
    expect((await revoke(id, tokenId)).status).toBe(404);
  }
  expect([await push(token), await push(own.token)]).toEqual([201, 201]);
});
