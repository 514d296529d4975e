import { z } from 'zod';

/** The only place where a kind of failure gets its HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorStatus;

/** Sentences that more than one endpoint answers with (spec §8). */
export const errorText = {
  notSignedIn: 'You are not signed in',
  sessionEnded: 'Your session has ended. Please sign in again.',
  tokenExpired: 'Token has expired',
  insufficientPermissions: 'Insufficient permissions',
  csrf: 'CSRF token is missing or invalid',
  rateLimit: 'Rate limit exceeded',
  internal: 'Internal server error',
  unavailable: 'The database cannot be reached right now. Please try again in a moment.',
  unreadable: 'The request could not be read',
  notJson: 'The request body is not valid JSON',
  bodyTooLarge: 'The request body is too large',
  mediaType: 'This content type is not accepted here',
  unknownPath: 'There is nothing at this address',
} as const;

export const headers = {
  csrf: 'x-csrf-token',
  apiToken: 'x-api-token',
  requestId: 'x-request-id',
} as const;

export const errorBody = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const success = z.object({ success: z.literal(true) });
export const done: z.infer<typeof success> = { success: true };

/** Who may call: anyone, whoever is signed in, administrators, or the holder of an API token. */
export type Access = 'public' | 'session' | 'admin' | 'api_token';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The documented failures of an endpoint beyond those its access and its body imply. */
export type DocumentedErrors = Partial<Record<ErrorCode, readonly string[]>>;

export type Route = {
  method: Method;
  /** As the specification writes it: /api/leads/{id} */
  path: string;
  access: Access;
  /** What an API token must be allowed to do. */
  scope?: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Set where the body is a file sent as multipart/form-data: the name of its field. */
  upload?: string;
  status: number;
  response: z.ZodType;
  errors: DocumentedErrors;
};

/** Gives a route's literal types to the server's handlers and to the browser's client. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Part<R extends Route, K extends 'params' | 'query' | 'body'> = K extends keyof R
  ? R[K]
  : undefined;

/** What a caller gives. */
export type RequestOf<R extends Route> = {
  params: Input<Part<R, 'params'>>;
  query: Input<Part<R, 'query'>>;
  body: Input<Part<R, 'body'>>;
};
/** What a handler gets: checked, trimmed, with defaults filled in. */
export type CheckedRequestOf<R extends Route> = {
  params: Output<Part<R, 'params'>>;
  query: Output<Part<R, 'query'>>;
  body: Output<Part<R, 'body'>>;
};
export type ResponseOf<R extends Route> = z.output<R['response']>;

/** A record's id in a path. What is no uuid is answered like an unknown id: 404. */
export const idParams = z.object({ id: z.uuid() });

export function needsCsrf(route: Pick<Route, 'method' | 'access'>): boolean {
  return route.method !== 'GET' && route.access !== 'api_token';
}

/** Every failure an endpoint can answer with, for the API description and the documentation tab. */
export function documentedErrors(route: Route): DocumentedErrors {
  const all: Partial<Record<ErrorCode, string[]>> = {};
  const add = (code: ErrorCode, ...texts: string[]) => {
    all[code] = [...new Set([...(all[code] ?? []), ...texts])];
  };
  for (const [code, texts] of Object.entries(route.errors)) add(code as ErrorCode, ...texts);
  if (route.access === 'session' || route.access === 'admin') {
    add('unauthorized', errorText.notSignedIn, errorText.sessionEnded, errorText.tokenExpired);
  }
  if (route.access === 'admin') add('forbidden', errorText.insufficientPermissions);
  if (needsCsrf(route)) add('forbidden', errorText.csrf);
  if (route.body) {
    add('invalid', errorText.notJson);
    add('too_large', errorText.bodyTooLarge);
    add('unsupported_media_type', errorText.mediaType);
  }
  if (route.access !== 'public') add('too_many', errorText.rateLimit);
  add('internal', errorText.internal);
  add('unavailable', errorText.unavailable);
  return all;
}
