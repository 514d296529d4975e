import type { InjectOptions } from 'fastify';
import type { Route } from '#contract/http.ts';
import { sentSchemas } from '#contract/schema-names.ts';
import { describedSchema, namedSchemas } from '#server/http/json-schema.ts';
import { type FilePayload, filePayload } from '../portal.ts';
import type { Random } from './random.ts';
import { hostileAddressParts, hostileValue, nearValue, type Schema } from './values.ts';

/** What a good call of the route is made of, and the ids that it can be made with. */
export type Sample = {
  ids: readonly string[];
  tokenIds: readonly string[];
  body: Record<string, unknown> | undefined;
  file: FilePayload | undefined;
};

type Property = { name: string; schema: Schema; required: boolean };
const named = namedSchemas() as Record<string, Schema>;
const known = new Map<Route['body'], Property[]>();

function propertiesOf(schema: Route['body']): Property[] {
  if (!schema) return [];
  const properties = known.get(schema) ?? describedProperties(schema);
  known.set(schema, properties);
  return properties;
}

function describedProperties(schema: NonNullable<Route['body']>): Property[] {
  const [schemaName] = Object.entries(sentSchemas).find(([, sent]) => sent === schema) ?? [];
  const described = schemaName ? named[schemaName] : (describedSchema(schema, 'input') as Schema);
  const { properties = {}, required = [] } = described ?? {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
}

/** A call of the route with something wrong, or nearly wrong, with it. */
export function fuzzedRequest(route: Route, sample: Sample, random: Random): InjectOptions {
  const path = route.path
    .replace('{id}', fuzzedId(sample.ids, random))
    .replace('{token_id}', fuzzedId(sample.tokenIds, random));
  const query = fuzzedQuery(route, random);
  return {
    method: route.method,
    url: query ? `${path}?${query}` : path,
    ...(sample.file ? fuzzedFile(sample, random) : fuzzedBody(route, sample, random)),
  };
}

function fuzzedId(good: readonly string[], random: Random): string {
  return random.pick(good.length > 0 && random.chance(0.7) ? good : hostileAddressParts);
}

function fuzzedQuery(route: Route, random: Random): string {
  const parameters = propertiesOf(route.query);
  // Of however many there are, often one or none: with several of them wrong, nothing is let in.
  const leftOut = random.chance(0.5) ? 0.7 : 1 - 1 / Math.max(4, parameters.length);
  const parts = parameters.flatMap(({ name, schema, required }) => {
    if (!required && random.chance(leftOut)) return [];
    const near = new URLSearchParams([[name, String(JSON.parse(nearValue(schema, random)))]]);
    const hostile = () => `${name}=${random.pick(hostileAddressParts)}`;
    return [
      random.chance(0.5) ? String(near) : hostile(),
      ...(random.chance(0.05) ? [hostile()] : []),
    ];
  });
  if (random.chance(0.1)) parts.push(`__proto__=x&a[b]=c&${random.pick(hostileAddressParts)}`);
  return parts.join('&');
}

function fuzzedBody(route: Route, { body }: Sample, random: Random): InjectOptions {
  // Also where none is taken: it is read all the same.
  if (!body && random.chance(0.9)) return {};
  const type = random.chance(0.96) ? 'application/json' : random.pick(contentTypes);
  const written = fuzzedFields(route, body ?? {}, random);
  const payload = random.chance(0.95) ? written : brokenText(written, random);
  return { payload, headers: { 'content-type': type } };
}

const contentTypes = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', '', '*/*', 'x'],
  ...['application/json; charset=utf-16', 'multipart/form-data', 'multipart/form-data; boundary=x'],
];

/** The good body with up to three fields changed; written by hand, so that one can come twice. */
function fuzzedFields(route: Route, body: Record<string, unknown>, random: Random): string {
  if (random.chance(0.05)) return hostileValue(random);
  const properties = propertiesOf(route.body);
  const fields = Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]);
  const changes = random.whole(4);
  for (let n = 0; n < changes && properties.length > 0; n++) {
    const { name, schema } = random.pick(properties);
    fields.push([name, random.chance(0.6) ? nearValue(schema, random) : hostileValue(random)]);
  }
  if (random.chance(0.05)) fields.push(['__proto__', hostileValue(random)]);
  if (random.chance(0.1)) fields.push([`unknown ${random.whole(9)}`, hostileValue(random)]);
  const unique = random.chance(0.9) ? [...new Map(fields as [string, string][])] : fields;
  return `{${unique.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}

function brokenText(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  const cut = bytes.subarray(0, random.whole(bytes.length + 1));
  return random.pick([
    cut,
    Buffer.concat([Buffer.from('\ufeff'), bytes]),
    Buffer.concat([cut, Buffer.from([0xff, 0xfe, 0x00]), bytes]),
    Buffer.from(text, 'utf16le'),
    Buffer.alloc(257 * 1024, ' '),
  ]);
}

const hostileNames = ['', '../../x.csv', 'a\0b.csv', 'x'.repeat(5_000), '漢🚀.csv', 'a"; name="b'];

function fuzzedFile({ file }: Sample, random: Random): InjectOptions {
  if (random.chance(0.5)) return { ...file };
  const content = random.pick([
    '',
    '\0',
    hostileValue(random),
    `company_name,first_name,last_name,email\n${hostileValue(random)},B,C,d@e.example\n`,
    Buffer.from('PK\x03\x04'),
    Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
  ]);
  const sent = filePayload(content, {
    name: random.pick(hostileNames),
    field: random.pick(['file', 'file', 'other', '__proto__', '']),
  });
  if (random.chance(0.8)) return sent;
  return { ...sent, payload: sent.payload.subarray(0, random.whole(sent.payload.length)) };
}
