import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentedErrors, type Route } from '#contract/http.ts';
import { type ErrorCode, errorStatus, errorText } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { everyRoute } from '#test/every-route.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

type Answer = {
  description: string;
  content: Record<
    string,
    { schema: Schema; examples?: Record<string, { value: { error: string } }> }
  >;
};
type Schema = { $ref?: string; properties?: object; required?: string[] };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: { description?: string } }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: Schema }>;
  };
  responses: Record<string, Answer>;
  'x-rate-limit'?: { max: number; seconds: number };
};
type Description = {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
};

let portal: TestPortal;
let api: Description;
beforeAll(async () => {
  portal = await testPortal({
    env: {
      PUBLIC_URL: 'https://portal.example/',
      RATE_LIMIT_EXTERNAL_API: '7',
      RATE_LIMIT_LIVE_COMPANIES: '8',
      RATE_LIMIT_API_DESCRIPTION: '6',
      RATE_LIMIT_GENERAL: '9',
    },
  });
  const { status, body } = await portal.anyone.call(routes.openapi);
  expect(status).toBe(200);
  api = body as unknown as Description;
});
afterAll(() => portal.close());

const operationOf = (route: { path: string; method: string }) =>
  api.paths[route.path]?.[route.method.toLowerCase()];

const nameIn = (schema: Schema | undefined) => schema?.$ref?.split('/').at(-1) ?? '';

test('The description is valid OpenAPI 3.1, at the address users see', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(api));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
  expect(api.servers).toEqual([{ url: 'https://portal.example' }]);
});

test('The description has every route of the contract and nothing else', () => {
  const described = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
    ),
  );
  const expected = everyRoute.map(([name, { method, path }]) => `${name}: ${method} ${path}`);
  expect(described.sort()).toEqual(expected.sort());
});

const securities = {
  public: [],
  session: ['session'],
  admin: ['session'],
  api_token: ['apiToken'],
};

test.each(everyRoute)('%s says who may call and whether it needs CSRF', (_, route) => {
  const needed = [...securities[route.access]];
  if (route.method !== 'GET' && !route.path.startsWith('/api/v1/')) needed.push('csrf');
  const security = operationOf(route)?.security ?? [];
  expect(security.flatMap((all) => Object.keys(all)).sort()).toEqual(needed.sort());
  // Alternatives would be separate entries: all that is needed stands in one.
  expect(security.length).toBe(needed.length > 0 ? 1 : 0);
});

test.each(everyRoute)('%s documents its success and each of its failures', (_, route) => {
  const { responses = {} } = operationOf(route) ?? {};
  const errors = documentedErrors(route) as Record<ErrorCode, readonly string[]>;
  const statuses = Object.keys(errors).map((code) => String(errorStatus[code as ErrorCode]));
  // What is not even HTTP is answered with 400, whatever the address.
  const expected = new Set([String(route.status), '400', ...statuses]);
  expect(Object.keys(responses).sort()).toEqual([...expected].sort());
  for (const [code, texts] of Object.entries(errors)) {
    const answer = responses[String(errorStatus[code as ErrorCode])];
    const examples = Object.values(answer?.content['application/json']?.examples ?? {});
    expect(examples.map(({ value }) => value.error)).toEqual(texts);
  }
});

test('What only administrators may do documents that others may not, and nothing else does', () => {
  const refused = errorText.insufficientPermissions;
  for (const [name, route] of everyRoute) {
    const texts = documentedErrors(route).forbidden ?? [];
    const isMeant = route.access === 'admin' || route.errors.forbidden?.includes(refused) === true;
    expect([name, texts.includes(refused)]).toEqual([name, isMeant]);
  }
});

test('The external API documents the statuses of spec §8 with their texts', () => {
  const { responses = {} } = operationOf(routes.createExternalLead) ?? {};
  const texts = {
    400: 'Invalid email format',
    401: 'API token is missing',
    403: 'Insufficient permissions',
    429: 'Rate limit exceeded',
    500: 'Internal server error',
  };
  for (const [status, text] of Object.entries(texts)) {
    expect(JSON.stringify(responses[status]), status).toContain(text);
  }
  const refused = 'API token is missing · API token is invalid · API token has been revoked';
  expect(responses['401']).toMatchObject({ description: refused });
});

test.each(everyRoute)('%s describes what it is sent', (_, route) => {
  const operation = operationOf(route);
  const named = (place: string) =>
    (operation?.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name);
  expect(named('path')).toEqual(Object.keys(route.params?.shape ?? {}));
  expect(named('query')).toEqual(Object.keys(route.query?.shape ?? {}));
  const type = route.upload ? 'multipart/form-data' : 'application/json';
  const hasBody = Boolean(route.body ?? route.upload);
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(hasBody ? [type] : []);
  if (!route.upload) return;
  const form = operation?.requestBody?.content[type]?.schema as { properties: object } | undefined;
  expect(Object.keys(form?.properties ?? {})).toEqual([route.upload, ...(route.formFields ?? [])]);
});

test('Required and optional parts are told apart', () => {
  const json = (route: { path: string; method: string }) => {
    const schema = operationOf(route)?.requestBody?.content['application/json']?.schema;
    return api.components.schemas[nameIn(schema)];
  };
  expect(json(routes.createLead)?.required?.sort()).toEqual([
    'company_name',
    'email',
    'first_name',
    'last_name',
    'phone_number',
  ]);
  expect(json(routes.createExternalLead)?.required?.sort()).toEqual([
    'email',
    'first_name',
    'last_name',
  ]);
  const required = operationOf(routes.countLeads)?.parameters.map((one) => [
    one.name,
    one.required,
  ]);
  expect(required).toEqual([
    ['status_group', true],
    ['partner_id', false],
  ]);
});

test('Whoever reads the description learns how to ask for the leads of deleted partners', () => {
  for (const route of [routes.listLeads, routes.countLeads, routes.listLiveCompanies]) {
    const partner = operationOf(route)?.parameters.find(({ name }) => name === 'partner_id');
    expect(partner?.schema.description).toContain('`unknown` for the records of deleted partners');
  }
});

test('The rate limits are those this portal was configured with', () => {
  const limitOf = (route: { path: string; method: string }) => operationOf(route)?.['x-rate-limit'];
  expect(limitOf(routes.createExternalLead)).toEqual({ max: 7, seconds: 60 });
  expect(limitOf(routes.listLiveCompanies)).toEqual({ max: 8, seconds: 60 });
  expect(limitOf(routes.openapi)).toEqual({ max: 6, seconds: 60 });
  const limitedApart: Route[] = [
    routes.createExternalLead,
    routes.listLiveCompanies,
    routes.openapi,
  ];
  for (const [name, route] of everyRoute) {
    if (limitedApart.includes(route)) continue;
    const expected = route.access === 'public' ? undefined : { max: 9, seconds: 60 };
    expect(limitOf(route), name).toEqual(expected);
  }
});

test('Everything that a linter of descriptions asks for is there', () => {
  expect(api.info).toMatchObject({
    title: 'Partner Portal',
    description: expect.stringMatching(/./),
    contact: { url: 'https://portal.example' },
    license: { identifier: 'MIT' },
  });
  const named = new Set(api.tags.map(({ name }) => name));
  for (const { description } of api.tags) expect(description).not.toBe('');
  const used = new Set<string>();
  for (const [name, route] of everyRoute) {
    const { tags = [], summary, description, responses = {} } = operationOf(route) ?? {};
    expect(tags.length, name).toBe(1);
    expect(named, name).toContain(tags[0]);
    for (const tag of tags) used.add(tag);
    for (const text of [summary, description]) expect(text, name).toMatch(/./);
    for (const answer of Object.values(responses)) expect(answer.description, name).toMatch(/./);
  }
  expect(used).toEqual(named);
});

test('Every answer in JSON has a name, its own or that of its call', () => {
  const answerNameOf = (route: Route) =>
    nameIn(operationOf(route)?.responses[route.status]?.content['application/json']?.schema);
  for (const [name, route] of everyRoute) {
    if (!route.download && !route.stream) expect(answerNameOf(route), name).toMatch(/^\w+$/);
  }
  expect([routes.getLead, routes.me].map(answerNameOf)).toEqual(['LeadAnswer', 'MeAnswer']);
  expect(api.components.schemas.MeAnswer?.properties).toEqual({
    user: { $ref: '#/components/schemas/User' },
  });
});

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
test.each([
  ['exportLeads', ['text/csv', xlsx]],
  ['exportChosenLeads', ['text/csv', xlsx]],
  ['reportUpload', ['text/csv', xlsx]],
  ['exportStatement', ['text/csv']],
] as const)('The file that %s answers is described by what it is: %j', (name, types) => {
  const answer = operationOf(routes[name])?.responses[200];
  expect(Object.keys(answer?.content ?? {})).toEqual(types);
});

/** Every object with fields that stands somewhere in the description, without its descriptions. */
function objectsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return 'properties' in value ? [JSON.stringify(value.properties), ...inside] : inside;
}

test('What is described more than once has a name, and what has a name is used', () => {
  const objects = objectsIn(api);
  // The form that carries a file is no JSON: clients make it from the file.
  const isForm = (one: string) => one.includes('"format":"binary"');
  const repeated = objects.filter((one, i) => objects.indexOf(one) !== i && !isForm(one));
  expect([...new Set(repeated)]).toEqual([]);
  const text = JSON.stringify(api);
  for (const name of Object.keys(api.components.schemas)) {
    expect(text, name).toContain(`"$ref":"#/components/schemas/${name}"`);
  }
  for (const name of ['Lead', 'Partner', 'ApiToken', 'Company', 'Import', 'FileCheck', 'User']) {
    expect(Object.keys(api.components.schemas)).toContain(name);
  }
});
