import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf, Route } from '#contract/http.ts';
import {
  type AddressParts,
  addressOf,
  type Endpoint,
  errorText,
  headers,
  needsCsrf,
} from '#contract/protocol.ts';
import type { RouteName, Routes } from '#contract/routes.ts';
import { errorIn } from './api-error.ts';
import { type Receiving, receiveFile } from './receive-file.ts';
import { sessionStore } from './session-store.ts';
import { type Answer, bodyOrThrow, type Outgoing, send } from './transport.ts';

/** The schemas stay on the server: of a route, the browser takes only the types. */
type RouteAt<E extends Endpoint> = Extract<
  Routes[RouteName],
  { method: E['method']; path: E['path'] }
>;

/** What a call needs is required, and what it does not have cannot be given. */
type Given<R extends Route> = {
  [K in keyof RequestOf<R> as RequestOf<R>[K] extends undefined ? never : K]: RequestOf<R>[K];
};
type Options = { signal?: AbortSignal };
type Arguments<R extends Route> = keyof Given<R> extends never
  ? [input?: Record<string, never>, options?: Options]
  : [input: Given<R>, options?: Options];

/** Calls an endpoint of the contract: its request and its answer are typed by it. */
export async function call<E extends Endpoint>(
  route: E,
  ...[input, options]: Arguments<RouteAt<E>>
): Promise<ResponseOf<RouteAt<E>>> {
  const outgoing = outgoingCall(route, input, options?.signal);
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as ResponseOf<RouteAt<E>>;
}

function outgoingCall(route: Endpoint, input: unknown, signal: AbortSignal | undefined): Outgoing {
  const { params, query, body } = (input ?? {}) as Partial<RequestOf<Route>>;
  return {
    method: route.method,
    url: addressOf(route, { params, query }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  };
}

type UploadRoute = Endpoint & { upload: string };
type FileToSend<E extends UploadRoute> = {
  file: File;
  query?: RequestOf<RouteAt<E>>['query'];
  signal?: AbortSignal;
};

export async function upload<E extends UploadRoute>(
  route: E,
  input: FileToSend<E> & { onProgress?: (percent: number) => void },
): Promise<ResponseOf<RouteAt<E>>> {
  const outgoing = { ...outgoingFile(route, input), onProgress: input.onProgress };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as ResponseOf<RouteAt<E>>;
}

/** Sends a file, and gets one back. */
export async function exchangeFile<E extends UploadRoute & { download: true }>(
  route: E,
  input: FileToSend<E>,
): Promise<File> {
  const outgoing = { ...outgoingFile(route, input), receive: receiveFile };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as File;
}

/** Opens an answer that has no end, by the same rules as every call. */
export async function openStream(
  route: Endpoint & { stream: true },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { method, path: url } = route;
  const headers = { accept: 'text/event-stream' };
  const outgoing = { method, url, headers, receive: bodyOf, signal };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as ReadableStream<Uint8Array>;
}

/** Gets a file that the server makes; nothing where it is written as it arrives. */
export async function download<E extends Endpoint & { download: true }>(
  route: E,
  input: Given<RouteAt<E>>,
  { signal, ...receiving }: Receiving & { signal: AbortSignal },
): Promise<File | undefined> {
  const outgoing = {
    ...outgoingCall(route, input, signal),
    receive: (response: Response) => receiveFile(response, receiving),
  };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as File | undefined;
}

const bodyOf = async ({ body }: Response) => body;

function outgoingFile(
  route: UploadRoute,
  { file, query, signal }: { file: File; query?: unknown; signal?: AbortSignal },
): Outgoing {
  const body = new FormData();
  body.append(route.upload, file);
  const url = addressOf(route, { query: query as AddressParts['query'] });
  return { method: route.method, url, headers: {}, body, signal };
}

/** spec §8: an expired token is refreshed once and the call repeated once. */
async function sendSignedIn(route: Endpoint, outgoing: Outgoing): Promise<Answer> {
  const { token, refreshToken } = sessionStore;
  const answer = await sendWithCsrf(route, outgoing);
  // Whoever has signed in since must not do what somebody else had begun.
  const isSameSession = () => sessionStore.refreshToken === refreshToken;
  if (!isExpired(answer) || !isSameSession() || !(await refresh(token))) return answer;
  return isSameSession() ? sendWithCsrf(route, outgoing) : answer;
}

function isExpired({ status, body }: Answer): boolean {
  return status === 401 && errorIn(body) === errorText.tokenExpired;
}

async function sendWithCsrf(route: Endpoint, outgoing: Outgoing): Promise<Answer> {
  const answer = await send(await withCredentials(route, outgoing));
  if (answer.status !== 403 || errorIn(answer.body) !== errorText.csrf) return answer;
  csrfToken = undefined;
  return send(await withCredentials(route, outgoing));
}

/** Adds who is calling and, where the call changes something, the CSRF token. */
async function withCredentials(route: Endpoint, outgoing: Outgoing): Promise<Outgoing> {
  const { token } = sessionStore;
  const csrf = needsCsrf(route) ? await fetchCsrfToken() : undefined;
  return {
    ...outgoing,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...outgoing.headers,
      ...(csrf && { [headers.csrf]: csrf }),
    },
  };
}

let csrfToken: Promise<string | undefined> | undefined;

/** Fetched once and kept; a failure is only logged (spec §8), and the next call tries again. */
export function fetchCsrfToken(): Promise<string | undefined> {
  csrfToken ??= send({ method: 'GET', url: endpoints.csrfToken.path, headers: {} })
    .then((answer) => (bodyOrThrow(answer) as ResponseOf<Routes['csrfToken']>).csrf_token)
    .catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: the specification asks for a log line here
      console.error('The CSRF token could not be fetched', error);
      csrfToken = undefined;
      return undefined;
    });
  return csrfToken;
}

let refreshing: Promise<boolean> | undefined;

/** Calls that expire together share one refresh, also across tabs. */
function refresh(usedToken: string | null): Promise<boolean> {
  // Whoever has signed out meanwhile has no session left to refresh, and none that has ended.
  if (!sessionStore.token) return Promise.resolve(false);
  // Another call, or another tab, has already renewed the token this call was made with.
  if (sessionStore.token !== usedToken) return Promise.resolve(true);
  refreshing ??= renewSession().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** A session that was left, or replaced by another, while the answer was on its way stays as it is. */
async function renewSession(): Promise<boolean> {
  const { refreshToken } = sessionStore;
  const token = await requestToken(refreshToken);
  if (sessionStore.refreshToken !== refreshToken) return false;
  if (token) sessionStore.renew(token);
  else sessionStore.clear('ended');
  return token !== undefined;
}

/** Undefined where the server gives none, for whatever reason. */
async function requestToken(refreshToken: string | null): Promise<string | undefined> {
  if (!refreshToken) return undefined;
  try {
    const answer = await sendWithCsrf(endpoints.refreshToken, {
      method: endpoints.refreshToken.method,
      url: endpoints.refreshToken.path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    });
    const { token } = bodyOrThrow(answer) as Partial<ResponseOf<Routes['refreshToken']>>;
    return token || undefined;
  } catch {
    return undefined;
  }
}

/** Ends a session that this browser has already forgotten, so that its tokens are given here. */
export async function endSession(token: string, refreshToken: string | null): Promise<void> {
  const { method, path: url } = endpoints.logout;
  await sendWithCsrf(endpoints.logout, {
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      // The access token may have expired, and the page may be closed before a refresh is answered.
      ...(refreshToken && { [headers.refreshToken]: refreshToken }),
    },
    outlivesPage: true,
  });
}
