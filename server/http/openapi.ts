import type { z } from 'zod';
import { type DocumentedErrors, documentedErrors, errorBody, type Route } from '#contract/http.ts';
import {
  type Access,
  type ErrorCode,
  errorStatus,
  errorText,
  mediaTypes,
  needsCsrf,
} from '#contract/protocol.ts';
import type { RateLimit } from '#server/config.ts';
import { describedSchema, namedSchemas, reference } from './json-schema.ts';
import { tagOf, tags } from './openapi-tags.ts';

type Described = Record<string, unknown>;

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/login' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The csrf_token of GET /api/csrf-token',
  },
  apiToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Token',
    description: 'A token made on the API page; no CSRF token is needed with it',
  },
};

function securityOf(route: Route): Described[] {
  const needed: Described = {};
  if (route.access === 'session' || route.access === 'admin') needed.session = [];
  if (route.access === 'api_token') needed.apiToken = [];
  if (needsCsrf(route)) needed.csrf = [];
  return Object.keys(needed).length > 0 ? [needed] : [];
}

function parametersOf(route: Route): Described[] {
  const parts = [
    { place: 'path', schema: route.params },
    { place: 'query', schema: route.query },
  ] as const;
  const described = parts.flatMap(({ place, schema }) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: describedSchema(field as z.ZodType, 'input'),
    })),
  );
  return route.orRefreshToken ? [...described, refreshTokenHeader] : described;
}

const refreshTokenHeader = {
  name: 'X-Refresh-Token',
  in: 'header',
  required: false,
  description: 'The refresh_token of POST /api/login, in case the access token has expired',
  schema: { type: 'string' },
};

function requestBodyOf(route: Route): Described | undefined {
  if (route.upload) {
    const fields = (route.formFields ?? []).map((name) => {
      return [name, describedSchema(route.query?.shape[name] as z.ZodType, 'input')];
    });
    const file = { type: 'string', format: 'binary' };
    const schema = {
      type: 'object',
      properties: { [route.upload]: file, ...Object.fromEntries(fields) },
      required: [route.upload],
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!route.body) return undefined;
  const schema = describedSchema(route.body, 'input');
  return { required: true, content: { 'application/json': { schema } } };
}

function errorAnswers(errors: DocumentedErrors, schema: Described): Described {
  const answers = Object.entries(errors).map(([code, texts]) => {
    const examples = texts.map((error, i) => [`example${i + 1}`, { value: { error } }]);
    const answer = {
      description: texts.join(' · '),
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries(examples),
        },
      },
    };
    return [String(errorStatus[code as ErrorCode]), answer];
  });
  return Object.fromEntries(answers);
}

/** Also where a call takes nothing that could be wrong: what is not even HTTP is answered with 400. */
function allErrors(route: Route): DocumentedErrors {
  return { invalid: [errorText.unreadable], ...documentedErrors(route) };
}

const callers: Record<Access, string> = {
  public: 'Anyone may call.',
  session: 'Whoever is signed in may call.',
  admin: 'Administrators may call.',
  api_token: 'The holder of an API token may call.',
};

function describe({ access }: Route, limit: RateLimit | undefined): string {
  const often = limit ? ` At most ${limit.max} calls in ${limit.seconds} seconds.` : '';
  return `${callers[access]}${often}`;
}

/** Of an answer whose schema has no name of its own, so that clients need not make one up. */
const answerName = (operation: string) =>
  `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Answer`;

const isNamed = (schema: Described) => '$ref' in schema;

function answerOf(name: string, { download, stream, response }: Route): Described {
  if (download) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return Object.fromEntries(download.map((format) => [mediaTypes[format], file]));
  }
  const schema = describedSchema(response, 'output');
  if (stream) return { 'text/event-stream': { schema } };
  return { 'application/json': { schema: isNamed(schema) ? schema : reference(answerName(name)) } };
}

/** Those that are called by the call that they answer. */
function answersByCall(routes: Record<string, Route>): Described {
  const described = Object.entries(routes)
    .filter(([, { download, stream }]) => !download && !stream)
    .map(
      ([name, { response }]) => [answerName(name), describedSchema(response, 'output')] as const,
    );
  return Object.fromEntries(described.filter(([, schema]) => !isNamed(schema)));
}

function operation(name: string, route: Route, limit: RateLimit | undefined): Described {
  const requestBody = requestBodyOf(route);
  return {
    operationId: name,
    tags: [tagOf(route.path)],
    summary: route.summary,
    description: describe(route, limit),
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(requestBody && { requestBody }),
    responses: {
      [String(route.status)]: { description: route.summary, content: answerOf(name, route) },
      ...errorAnswers(allErrors(route), describedSchema(route.errorBody ?? errorBody, 'output')),
    },
    ...(limit && { 'x-rate-limit': { max: limit.max, seconds: limit.seconds } }),
  };
}

/** OpenAPI 3.1 from the contract, with the limits this portal really has. */
export function describeApi(
  routes: Record<string, Route>,
  publicUrl: string,
  limitOf: (route: Route) => RateLimit | undefined,
): Described {
  const paths: Record<string, Described> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] as Described, {
      [route.method.toLowerCase()]: operation(name, route, limitOf(route)),
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Partner Portal',
      version: '1',
      description: 'Leads, partners, commissions.',
      contact: { name: 'Partner Portal', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags,
    paths,
    components: { securitySchemes, schemas: { ...namedSchemas(), ...answersByCall(routes) } },
  };
}
