import { z } from 'zod';
import { type Endpoint, type ErrorCode, errorText, needsCsrf } from './protocol.ts';

export const errorBody = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** What health and readiness answer. */
export const working = z.object({ status: z.literal('ok') });

export const success = z.object({ success: z.literal(true) });
/** The answer of calls that have nothing to say but that they succeeded. */
export const done: z.infer<typeof success> = { success: true };

/** The documented failures of an endpoint beyond those its access and its body imply. */
export type DocumentedErrors = Partial<Record<ErrorCode, readonly string[]>>;

export type Route = Endpoint & {
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What may be said beside an uploaded file instead of in the query, as forms do. */
  formFields?: readonly string[];
  status: number;
  response: z.ZodType;
  errors: DocumentedErrors;
  /** Set where a failure says more than `error` and `fields`. */
  errorBody?: z.ZodType;
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

/** Every failure an endpoint can answer with, for the API description and the documentation tab. */
export function documentedErrors(route: Route): DocumentedErrors {
  const all: Partial<Record<ErrorCode, string[]>> = {};
  const add = (code: ErrorCode, ...texts: string[]) => {
    all[code] = [...new Set([...(all[code] ?? []), ...texts])];
  };
  for (const [code, texts] of Object.entries(route.errors)) add(code as ErrorCode, ...texts);
  if (route.access === 'session' || route.access === 'admin') {
    add('unauthorized', errorText.notSignedIn, errorText.tokenExpired);
  }
  if (route.access === 'admin') add('forbidden', errorText.insufficientPermissions);
  if (needsCsrf(route)) add('forbidden', errorText.csrf);
  if (route.body) {
    add('invalid', errorText.notJson, errorText.tooManyFields);
    add('too_large', errorText.bodyTooLarge);
    add('unsupported_media_type', errorText.mediaType);
  }
  if (route.access !== 'public') {
    add('too_many', errorText.rateLimit, ...(route.upload ? [] : [errorText.tooManyWaiting]));
  }
  add('internal', errorText.internal);
  add('unavailable', errorText.unavailable);
  return all;
}
