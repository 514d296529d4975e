import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorBody, type Route } from '#contract/http.ts';
import { maxJsonBytes, rateLimits } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import {
  type Cast,
  callerOf,
  castOf,
  crmEnvironment,
  everyRoute,
  goodParts,
  type Parts,
  requestOf,
} from '#test/every-route.ts';
import { inBatches } from '#test/in-batches.ts';
import { type Caller, filePayload, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let cast: Cast;
beforeAll(async () => {
  // Everything is tried here more often than it may be.
  const limits = Object.keys(rateLimits).map((name) => [
    `RATE_LIMIT_${name.toUpperCase()}`,
    '1000000',
  ]);
  portal = await testPortal({ env: { ...crmEnvironment, ...Object.fromEntries(limits) } });
  cast = await castOf(portal);
});
afterAll(() => portal.close());

const withBody = everyRoute.filter(([, route]) => route.body);
const withQuery = everyRoute.filter(([, route]) => route.query);

async function answerOf(caller: Caller, request: ReturnType<typeof requestOf>) {
  const { status, body } = await caller.send(request);
  if (status >= 400) {
    expect(errorBody.safeParse(body).error, JSON.stringify(body)).toBeUndefined();
    const { error } = body as { error: string };
    expect(error).toMatch(/^\S.{5,}$/);
    // What the validator says unless told otherwise is no sentence for a person.
    expect(error).not.toMatch(/^(Invalid (input|key|option)|Too (big|small)|Unrecognized)/);
  }
  return status;
}

/** A second file, export or change of many of the same user is refused, and sign-ins where many wait. */
function atOnce(route: Route): number {
  if (route.upload || route.download || route === routes.changeLeads) return 1;
  return route === routes.login ? 4 : 12;
}

const withEach = <T>(route: Route, values: readonly T[], check: (value: T) => Promise<unknown>) =>
  inBatches(atOnce(route), values, check);

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (!(schema instanceof z.ZodObject)) throw new Error('A request is not described as an object');
  return schema.shape as Record<string, z.ZodType>;
}

const hugeText = 'x'.repeat(100_000);
const wrongValues = {
  number: 42,
  boolean: true,
  'empty array': [],
  array: ['x', 1],
  'empty object': {},
  object: { a: { b: 1 } },
  'huge text': hugeText,
};
/** What the contract does take, although it is no text. */
const everyWrongType = Object.keys(wrongValues) as (keyof typeof wrongValues)[];
const taken: Record<string, (keyof typeof wrongValues)[]> = {
  'updateToken.revoked': ['boolean'],
  'revokePartnerToken.revoked': ['boolean'],
  'resetPartnerPassword.revoke_tokens': ['boolean'],
  // Whose it becomes is for administrators to say: a partner is not heard at all.
  'createLead.partner_id': everyWrongType,
  'createExternalLead.custom_fields': ['empty object'],
  'updateLead.version': ['number'],
  'updateCompany.version': ['number'],
  'changeCrmMapping.version': ['number'],
  'updateLead.custom_fields': ['empty object'],
  'changeLeads.delete': ['boolean'],
  'createView.shared': ['boolean'],
  'updateView.shared': ['boolean'],
  'changeCrmMapping.values': ['empty array'],
  'changeCrmMapping.properties': ['empty object', 'object'],
};

const bodyFields = withBody.flatMap(([name, route]) =>
  Object.keys(shapeOf(route.body)).map((field) => ({ name, route, field })),
);

describe('A field of a body', () => {
  test.each(bodyFields)('$name refuses a $field of every wrong type', async (each) => {
    const { name, route, field } = each;
    const parts = await goodParts(name, cast);
    const caller = callerOf(route, cast, parts);
    const isTaken = (kind: string) => taken[`${name}.${field}`]?.some((each) => each === kind);
    const refused = Object.entries(wrongValues).filter(([kind]) => !isTaken(kind));
    await withEach(route, refused, async ([kind, value]) => {
      const request = requestOf(route, { ...parts, body: { ...parts.body, [field]: value } });
      expect(await answerOf(caller, request), kind).toBe(400);
    });
  });

  test.each(bodyFields)('$name is never brought down by what $field holds', async (each) => {
    const { name, route, field } = each;
    const parts = await goodParts(name, cast);
    const caller = callerOf(route, cast, parts);
    const hostile = ['\0', 'a\0b@c.example', '\ud800', 'a\udfffb', '%s', `';--`, '\u202e', '🚀'];
    const nested = [{ '\0': 'x' }, { x: '\0' }, { '\ud800': 1 }, { x: '\ud800' }, { x: '\\u0000' }];
    await withEach(route, [...hostile, ...nested, null, '', ' ', -1, 1e308], async (value) => {
      const request = requestOf(route, { ...parts, body: { ...parts.body, [field]: value } });
      expect(await answerOf(caller, request), JSON.stringify(value)).toBeLessThan(500);
    });
  });

  const requiredFields = bodyFields.filter(
    ({ route, field }) => !shapeOf(route.body)[field]?.safeParse(undefined).success,
  );
  test.each(requiredFields)('$name refuses a $field that is null or left out', async (each) => {
    const { name, route, field } = each;
    const parts = await goodParts(name, cast);
    const { [field]: _, ...without } = parts.body ?? {};
    for (const body of [without, { ...parts.body, [field]: null }]) {
      const status = await answerOf(
        callerOf(route, cast, parts),
        requestOf(route, { ...parts, body }),
      );
      expect(status).toBe(400);
    }
  });

  test.each(withBody)('%s ignores fields that it does not know', async (name, route) => {
    const parts = await goodParts(name, cast);
    const others = Object.entries({ role: 'admin', partner_id: cast.other.user.id, id: 'x' });
    const unknown = others.filter(([field]) => !(field in shapeOf(route.body)));
    const body = { ...parts.body, ...Object.fromEntries(unknown) };
    const status = await answerOf(
      callerOf(route, cast, parts),
      requestOf(route, { ...parts, body }),
    );
    expect(status).toBe(route.status);
  });
});

describe('A body as a whole', () => {
  const asJson = (route: Route, parts: Parts, payload: string | Buffer) => ({
    ...requestOf(route, parts),
    payload,
    headers: { 'content-type': 'application/json' },
  });

  test.each(withBody)('%s refuses what is no JSON object', async (name, route) => {
    const parts = await goodParts(name, cast);
    const bad = ['[]', '[{}]', '"text"', '42', 'true', 'null', '{}', '', '{', '{"a":}', '{"a":1}x'];
    const polluting = ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'];
    const bytes = [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('\ufeff{')];
    await withEach(route, [...bad, ...polluting, ...bytes], async (payload) => {
      const status = await answerOf(callerOf(route, cast, parts), asJson(route, parts, payload));
      expect(status, String(payload)).toBe(400);
    });
  });

  test.each(withBody)('%s refuses every other content type', async (name, route) => {
    const parts = await goodParts(name, cast);
    const request = requestOf(route, parts);
    const payload = JSON.stringify(parts.body);
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'x', ''];
    await withEach(route, types, async (type) => {
      const typed = { ...request, payload, headers: { 'content-type': type } };
      expect(await answerOf(callerOf(route, cast, parts), typed), type).toBe(415);
    });
    const upload = { ...request, ...filePayload(payload) };
    expect(await answerOf(callerOf(route, cast, parts), upload), 'multipart').toBe(415);
  });

  test.each(withBody)(
    '%s takes a body of 256 KB and refuses one byte more',
    async (name, route) => {
      const parts = await goodParts(name, cast);
      const json = JSON.stringify(parts.body);
      const fits = json + ' '.repeat(maxJsonBytes - Buffer.byteLength(json));
      const caller = callerOf(route, cast, parts);
      expect(await answerOf(caller, asJson(route, parts, `${fits} `))).toBe(413);
      expect(await answerOf(caller, asJson(route, parts, fits))).toBe(route.status);
    },
  );

  const uploads = everyRoute.filter(([, route]) => route.upload);
  test.each(uploads)('%s takes multipart only', async (name, route) => {
    const { file: _, ...parts } = await goodParts(name, cast);
    for (const type of ['application/json', 'text/csv']) {
      const request = { ...requestOf(route, parts), payload: '{}' };
      const typed = { ...request, headers: { 'content-type': type } };
      expect(await answerOf(cast.partner, typed), type).toBe(415);
    }
  });
});

describe('A query', () => {
  const badNumbers = ['-1', '1.5', '1e1', 'x', '', '%20', '+1', '0x1', '%00', '9'.repeat(17)];
  const badMoments = ['', 'x', '15.11.2026', '2026-02-30', '2026-11-15T10:00', '2026-11-15 10:00Z'];
  const badValues: Record<string, string[]> = {
    limit: [...badNumbers, '0', '101'],
    offset: badNumbers,
    search: ['%00', 'x'.repeat(201)],
    partner_id: ['x', '1', '%00', 'x'.repeat(101)],
    status_filter: ['x'.repeat(2_001)],
    status_group: ['x'.repeat(2_001)],
    columns: ['', 'x', '0', '0:nothing', '0:email,0:title', '0:email,1:email', 'x'.repeat(2_001)],
    upload_id: ['', 'x', '%00', '0192aaaa'],
    import_id: ['', 'x', '%00', '0192aaaa'],
    change_id: ['', 'x', '%00', '0192aaaa'],
    sort: ['', 'email', '--status', '%00'],
    from: badMoments,
    to: badMoments,
    country: ['%00', 'x'.repeat(201)],
    source: ['', 'fax', '%00'],
    won_from: badMoments,
    won_to: badMoments,
    reached: ['', 'nowhere', '%00'],
    stuck: ['', 'false', '1'],
    unread: ['', 'false', '1'],
    deleted: ['', 'false', '1'],
    time_zone: ['', 'Mars', '%00', 'x'.repeat(101)],
    format: ['', 'xls', '%00'],
    since: ['', 'x', '12', '12:13', '%00', '1:2:x'],
    email: ['%00', 'x'.repeat(255)],
    company_name: ['%00', 'x'.repeat(201)],
    first_name: ['%00', 'x'.repeat(201)],
    last_name: ['%00', 'x'.repeat(201)],
    first_row: ['', 'title', '%00'],
    rows: ['', 'none', '%00'],
    duplicates: ['', 'maybe', '%00'],
    other_partners: ['', 'maybe', '%00'],
  };
  const parameters = withQuery.flatMap(([name, route]) =>
    Object.keys(shapeOf(route.query)).map((parameter) => ({ name, route, parameter })),
  );
  async function queried(route: Route, parts: Parts, change: string, caller = cast.partner) {
    const [field] = change.split('=');
    const kept = (parts.query ?? '').split('&').filter((part) => !part.startsWith(`${field}=`));
    const query = [...kept, change].join('&');
    return answerOf(caller, requestOf(route, { ...parts, query }));
  }

  test.each(parameters)('$name refuses a bad or a double $parameter', async (each) => {
    const { name, route, parameter } = each;
    const parts = await goodParts(name, cast);
    const bad = badValues[parameter] ?? [];
    expect(bad, `${parameter} has no bad values to try`).not.toHaveLength(0);
    const double = `1&${parameter}=2`;
    await withEach(route, [...bad, double], async (value) => {
      const change = `${parameter}=${value}`;
      expect(await queried(route, parts, change, cast.admin), value).toBe(400);
      // Whose records are meant is for administrators to say: a partner is not heard at all.
      const asPartner = parameter === 'partner_id' ? route.status : 400;
      expect(await queried(route, parts, change, cast.partner), value).toBe(asPartner);
    });
  });

  test.each(parameters)('$name is never brought down by what $parameter holds', async (each) => {
    const { name, route, parameter } = each;
    const parts = await goodParts(name, cast);
    const hostile = ['%00', '%ff', '%ED%A0%80', '%', '%25', '_', '%5C', ',', ',,%00,', '🚀'];
    await withEach(route, hostile, async (value) => {
      for (const caller of [cast.partner, cast.admin]) {
        const status = await queried(route, parts, `${parameter}=${value}`, caller);
        expect(status, value).toBeLessThan(500);
      }
    });
  });

  test.each(withQuery)('%s ignores parameters that it does not know', async (name, route) => {
    const parts = await goodParts(name, cast);
    expect(await queried(route, parts, 'unknown=1&__proto__=x')).toBe(route.status);
  });
});
