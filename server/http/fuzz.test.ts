import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody, type Route } from '#contract/http.ts';
import { rateLimits } from '#contract/limits.ts';
import { headers } from '#contract/protocol.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import {
  type Cast,
  callerOf,
  castOf,
  crmEnvironment,
  everyRoute,
  goodParts,
} from '#test/every-route.ts';
import { type Random, seededRandom } from '#test/fuzz/random.ts';
import { fuzzedRequest, type Sample } from '#test/fuzz/requests.ts';
import { inBatches } from '#test/in-batches.ts';
import { injectOnce, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

const allRequests = 20_000;
/**
 * Where one call takes as long as fifty others: a password is hashed, HubSpot is asked, or a file, or
 * all that the API says of itself, is read or written.
 */
const fewRequests: Partial<Record<RouteName, number>> = {
  login: 60,
  logout: 10,
  changeOwnPassword: 60,
  createAdministrator: 60,
  resetAdministratorPassword: 60,
  createPartner: 80,
  resetPartnerPassword: 60,
  uploadLeads: 40,
  checkUpload: 25,
  reportUpload: 25,
  exportLeads: 60,
  testCrm: 20,
  changeCrmMapping: 30,
  openapi: 30,
};
const many = everyRoute.filter(([name]) => fewRequests[name] === undefined);
const few = Object.values(fewRequests).reduce((sum, count) => sum + count, 0);
const requestsOf = (name: RouteName) =>
  fewRequests[name] ?? Math.ceil((allRequests - few) / many.length);

/** Sign-ins are refused where many wait, and files take long. */
function atOnce(name: RouteName, route: Route): number {
  if (route.upload) return 1;
  return fewRequests[name] === undefined ? 32 : 8;
}

const most = { bytes: 1_000_000, messages: 20 };

let portal: TestPortal;
let cast: Cast;
let csrf: string;
/** Of every route before the first is tried: afterwards a user may have all tokens they may have. */
const samples = new Map<RouteName, Sample>();
beforeAll(async () => {
  const limits = Object.keys(rateLimits).map((name) => [
    `RATE_LIMIT_${name.toUpperCase()}`,
    '1000000',
  ]);
  portal = await testPortal({ env: { ...crmEnvironment, ...Object.fromEntries(limits) } });
  cast = await castOf(portal);
  csrf = (await portal.anyone.call(routes.csrfToken)).body.csrf_token;
  for (const [name, route] of everyRoute) samples.set(name, await sampleOf(name, route));
});
afterAll(() => portal.close());

function identityOf(caller: unknown): Record<string, string> {
  if (caller === portal.anyone) return {};
  const { token } = caller as Partial<SignedIn>;
  return token ? { authorization: `Bearer ${token}` } : { [headers.apiToken]: cast.apiToken };
}

const hostileHeaders = [
  { authorization: 'Bearer x' },
  { authorization: `Bearer ${'x'.repeat(5_000)}` },
  { authorization: 'Bearer \u00ff\u00fe' },
  { authorization: '' },
  { [headers.apiToken]: '%00' },
  { [headers.csrf]: 'x.y.z' },
  { 'accept-encoding': 'gzip;q=x, br, *' },
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-for': "'; --" },
  { [headers.requestId]: '\u00ff'.repeat(100) },
  { range: 'bytes=-1' },
];

const none: Sample = { ids: [], tokenIds: [], body: undefined, file: undefined };

async function sampleOf(name: RouteName, route: Route): Promise<Sample> {
  const parts = [await goodParts(name, cast)];
  if (route.path.includes('{id}')) {
    parts.push(await goodParts(name, cast), await goodParts(name, cast));
  }
  const [first] = parts;
  return {
    ids: parts.flatMap(({ id }) => id ?? []),
    tokenIds: parts.flatMap(({ tokenId }) => tokenId ?? []),
    body: first?.body,
    file: first?.file,
  };
}

function written({ method, url, payload, headers: sent }: InjectOptions): string {
  return `${method} ${String(url).slice(0, 500)} ${JSON.stringify(sent)} ${String(payload).slice(0, 500)}`;
}

/**
 * Last: they end the sessions, and take the parked jobs, that others are tried with. `jobs/./retry` is
 * the address that retries all of them, too.
 */
const leavesNothing: RouteName[] = [
  'retryCrmJob',
  'retryCrmJobs',
  'changeOwnPassword',
  'endOtherSessions',
];
const inOrder = everyRoute.toSorted(
  ([a], [b]) => Number(leavesNothing.includes(a)) - Number(leavesNothing.includes(b)),
);

describe('Whatever is sent', () => {
  test.each(inOrder)('%s answers neither 500 nor more than a megabyte', async (name, route) => {
    const random = seededRandom(name);
    const sample = samples.get(name) ?? none;
    const requests: InjectOptions[] = [];
    for (let n = 1; n < requestsOf(name); n++) {
      const request = fuzzedRequest(route, sample, random);
      requests.push({ ...request, headers: await headersOf(name, route, request, random) });
    }
    const statuses: number[] = [];
    await inBatches(atOnce(name, route), requests, async (request) => {
      statuses.push(await answerOf(route, request));
    });
    expect(statuses).toHaveLength(requestsOf(name) - 1);
    expect(statuses).toContain(route.status);
  });
});

async function headersOf(
  name: RouteName,
  route: Route,
  request: InjectOptions,
  random: Random,
): Promise<Record<string, string>> {
  // A session that is ended can be ended once.
  const leaving = name === 'logout' ? (await goodParts(name, cast)).caller : undefined;
  const caller = leaving ?? (random.chance(0.9) ? callerOf(route, cast) : cast.other);
  return {
    [headers.csrf]: csrf,
    ...identityOf(caller),
    ...(request.headers as Record<string, string>),
    ...(random.chance(0.05) ? random.pick(hostileHeaders) : {}),
  };
}

async function answerOf(route: Route, request: InjectOptions): Promise<number> {
  const { statusCode, rawPayload } = await injectOnce(portal.app, request);
  const fault = faultOf(route, statusCode, rawPayload);
  if (fault) throw new Error(`${fault}: ${written(request)}`);
  return statusCode;
}

function faultOf(route: Route, status: number, payload: Buffer): string | undefined {
  if (status >= 500) return `Answered ${status}`;
  const isFile = route.download && status < 400;
  if (payload.length >= most.bytes && !isFile) return `Answered ${payload.length} bytes`;
  if (status < 400) return undefined;
  const { data, error } = errorBody.safeParse(JSON.parse(payload.toString()));
  if (error) return `Answered ${status} in another form`;
  const messages = Object.keys(data.fields ?? {}).length;
  return messages > most.messages ? `Answered ${messages} messages` : undefined;
}
