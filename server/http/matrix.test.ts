import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody, type Route } from '#contract/http.ts';
import { headers, needsCsrf } from '#contract/protocol.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import {
  bulkIdOf,
  type Cast,
  callerOf,
  castOf,
  companyIdOf,
  crmEnvironment,
  everyRoute,
  goodParts,
  importIdOf,
  leadIdOf,
  requestOf,
  sessionIdOf,
  tokenIdOf,
  unknownId,
  viewIdOf,
} from '#test/every-route.ts';
import { type Caller, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { csrf } from './csrf.ts';

let portal: TestPortal;
let cast: Cast;
beforeAll(async () => {
  portal = await testPortal({ env: crmEnvironment });
  cast = await castOf(portal);
});
afterAll(() => portal.close());

const withAccess = (...accesses: Route['access'][]) =>
  everyRoute.filter(([, route]) => accesses.includes(route.access));
const withId = everyRoute.filter(([, route]) => route.path.includes('{id}'));

function typeOf({ download, stream }: Route): string {
  if (stream) return 'text/event-stream';
  return download ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
}

async function refused(caller: Caller, request: ReturnType<typeof requestOf>) {
  const { status, body } = await caller.send(request);
  expect(errorBody.strict().safeParse(body).success, JSON.stringify(body)).toBe(true);
  return { status, error: (body as { error: string }).error };
}

describe('Every route that succeeds', () => {
  test.each(everyRoute)(
    '%s answers as the contract says, with all headers',
    async (name, route) => {
      const parts = await goodParts(name, cast);
      const caller = callerOf(route, cast, parts);
      const answer = await caller.send(requestOf(route, parts));
      expect(answer.status, JSON.stringify(answer.body)).toBe(route.status);
      // What a stream tells, and when, is tried in server/changes/.
      if (!route.stream) expect(route.response.safeParse(answer.body).error).toBeUndefined();
      expect(answer.headers).toMatchObject({
        'content-type': typeOf(route),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        // Answers carry tokens and people's data: no cache on the way may keep them.
        'cache-control': 'no-store',
      });
    },
  );
});

describe('Without a session', () => {
  test.each(withAccess('session', 'admin'))('%s is refused', async (name, route) => {
    const request = requestOf(route, await goodParts(name, cast));
    const notSignedIn = { status: 401, error: 'You are not signed in' };
    expect(await refused(portal.anyone, request)).toEqual(notSignedIn);
    for (const authorization of ['Bearer', 'Bearer ', 'Basic YTpi', cast.partner.token]) {
      expect(await refused(portal.anyone, { ...request, headers: { authorization } })).toEqual(
        notSignedIn,
      );
    }
  });

  test.each(withAccess('session', 'admin'))(
    '%s refuses a token of no session',
    async (_, route) => {
      const authorization = `Bearer ${'x'.repeat(43)}`;
      expect(
        await refused(portal.anyone, { ...requestOf(route), headers: { authorization } }),
      ).toEqual({ status: 401, error: 'Token has expired' });
    },
  );

  test.each(withAccess('api_token'))('%s is refused without an API token', async (name, route) => {
    const request = requestOf(route, await goodParts(name, cast));
    const missing = { status: 401, error: 'API token is missing' };
    expect(await refused(portal.anyone, request)).toEqual(missing);
    // A session is no API token, wherever it is put.
    expect(await refused(cast.admin, request)).toEqual(missing);
    expect(await refused(portal.withApiToken(cast.admin.token), request)).toEqual({
      status: 401,
      error: 'API token is invalid',
    });
  });
});

describe('An API token opens nothing but the external API', () => {
  test.each(withAccess('session', 'admin'))('%s is not opened by it', async (name, route) => {
    const request = requestOf(route, await goodParts(name, cast));
    expect(await refused(portal.withApiToken(cast.apiToken), request)).toMatchObject({
      status: 401,
    });
    for (const value of [`Bearer ${cast.apiToken}`, cast.apiToken]) {
      const identified = { ...request, headers: { authorization: value } };
      expect(await refused(portal.anyone, identified)).toMatchObject({ status: 401 });
    }
  });
});

test.each(withAccess('admin'))('A partner may not call %s', async (name, route) => {
  const request = requestOf(route, await goodParts(name, cast));
  expect(await refused(cast.partner, request)).toEqual({
    status: 403,
    error: 'Insufficient permissions',
  });
});

describe('A record of another is as good as none', () => {
  /** What somebody else has and this route would reach, if it did not ask whose it is. */
  const ofAnother: Partial<Record<RouteName, (owner: SignedIn) => Promise<string>>> = {
    getLead: leadIdOf,
    endSession: (owner) => sessionIdOf(portal, owner),
    updateLead: leadIdOf,
    deleteLead: leadIdOf,
    listLeadEvents: leadIdOf,
    addNote: leadIdOf,
    markNotesRead: leadIdOf,
    getImport: importIdOf,
    undoImport: importIdOf,
    undoLeadsChange: bulkIdOf,
    updateToken: tokenIdOf,
    updateView: viewIdOf,
    deleteView: viewIdOf,
    deleteToken: tokenIdOf,
    getCompany: (owner) => companyIdOf(cast.admin, owner),
    listCompanyEvents: (owner) => companyIdOf(cast.admin, owner),
  };

  test('Every route that takes an id of the caller’s own is covered', () => {
    const ownOnly = withId.filter(([, route]) => route.access !== 'admin').map(([name]) => name);
    expect(Object.keys(ofAnother).sort()).toEqual(ownOnly.sort());
  });

  test.each(withId)('%s answers unknown, malformed and foreign ids alike', async (name, route) => {
    const { body } = await goodParts(name, cast);
    const caller = callerOf(route, cast);
    const isOfAdministrators = route.path.startsWith('/api/administrators/');
    const ofOtherRole = isOfAdministrators ? cast.partner.user.id : cast.admin.user.id;
    const foreign = (await ofAnother[name]?.(cast.other)) ?? ofOtherRole;
    const ids = [unknownId, foreign, '1', 'not-a-uuid', `${unknownId}0`, "'--", '%00'];
    const answers = [];
    for (const id of ids) {
      const answer = await caller.send(requestOf(route, { id, ...(body && { body }) }));
      answers.push({ status: answer.status, body: answer.body });
    }
    const error = route.errors.not_found?.[0];
    expect(error).toBeTruthy();
    expect(answers).toEqual(ids.map(() => ({ status: 404, body: { error } })));
  });

  test('What is refused leaves the record as it was', async () => {
    const { other, partner, admin } = cast;
    const [leadId, tokenId] = [await leadIdOf(other), await tokenIdOf(other)];
    const sessionId = await sessionIdOf(portal, other);
    await partner.call(routes.deleteLead, { params: { id: leadId } });
    for (const caller of [partner, admin]) {
      await caller.call(routes.updateToken, { params: { id: tokenId }, body: { revoked: true } });
      await caller.call(routes.deleteToken, { params: { id: tokenId } });
    }
    await partner.call(routes.endSession, { params: { id: sessionId } });
    const { leads } = (await other.call(routes.listLeads, { query: { limit: 100 } })).body;
    expect(leads.map(({ id }) => id)).toContain(leadId);
    const { tokens } = (await other.call(routes.listTokens)).body;
    expect(tokens.find(({ id }) => id === tokenId)).toMatchObject({ revoked: false });
    const { sessions } = (await other.call(routes.listSessions)).body;
    expect(sessions.map(({ id }) => id)).toContain(sessionId);
  });
});

describe('CSRF', () => {
  const changing = everyRoute.filter(([, route]) => route.method !== 'GET');
  const forgedNonce = () => {
    const [, signature] = csrf(Buffer.alloc(32)).issue().split('.');
    return `${'A'.repeat(22)}.${signature}`;
  };

  test.each(changing.filter(([, route]) => !route.path.startsWith('/api/v1/')))(
    '%s needs a token that this portal signed',
    async (name, route) => {
      expect(needsCsrf(route)).toBe(true);
      const parts = await goodParts(name, cast);
      const caller = callerOf(route, cast, parts);
      const forged = ['', 'x', csrf(Buffer.alloc(32)).issue(), forgedNonce(), cast.admin.token];
      for (const token of forged) {
        const request = { ...requestOf(route, parts) };
        const given = { ...request.headers, [headers.csrf]: token };
        expect(await refused(caller, { ...request, headers: given }), token).toEqual({
          status: 403,
          error: 'CSRF token is missing or invalid',
        });
      }
      // Refusing did nothing: the same call still succeeds with the right token.
      expect((await caller.send(requestOf(route, parts))).status).toBe(route.status);
    },
  );

  test.each(changing.filter(([, route]) => route.path.startsWith('/api/v1/')))(
    '%s needs none',
    async (name, route) => {
      const request = requestOf(route, await goodParts(name, cast));
      const given = { ...request.headers, [headers.csrf]: '', [headers.apiToken]: cast.apiToken };
      const { status } = await portal.anyone.send({ ...request, headers: given });
      expect(status).toBe(route.status);
    },
  );
});

describe('An access token past its time', () => {
  let later: TestPortal;
  let expired: SignedIn;
  beforeAll(async () => {
    later = await testPortal({ env: { ACCESS_TOKEN_TTL_SECONDS: '60' } });
    expired = await later.asAdmin();
    later.clock.advance(59_999);
    expect((await expired.call(routes.me)).status).toBe(200);
    later.clock.advance(1);
  });
  afterAll(() => later.close());

  test.each(withAccess('session', 'admin'))('%s says so, exactly', async (_, route) => {
    expect(await refused(expired, requestOf(route))).toEqual({
      status: 401,
      error: 'Token has expired',
    });
  });

  const notTheWayOut = withAccess('session', 'admin').filter(([, route]) => !route.orRefreshToken);
  test.each(notTheWayOut)('%s is not opened by a refresh token', async (_, route) => {
    const request = requestOf(route);
    const given = { ...request.headers, [headers.refreshToken]: expired.refreshToken };
    expect(await refused(expired, { ...request, headers: given })).toEqual({
      status: 401,
      error: 'Token has expired',
    });
  });

  test('Only signing out is opened by a refresh token', () => {
    const opened = everyRoute.filter(([, route]) => 'orRefreshToken' in route);
    expect(opened.map(([name]) => name)).toEqual(['logout']);
  });
});
