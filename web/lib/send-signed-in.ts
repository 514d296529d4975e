import { endpoints } from '#contract/endpoints.ts';
import type { ResponseOf } from '#contract/http.ts';
import { type Endpoint, errorText, headers, needsCsrf } from '#contract/protocol.ts';
import type { Routes } from '#contract/routes.ts';
import { errorIn } from './api-error.ts';
import { sessionStore } from './session-store.ts';
import { type Answer, bodyOrThrow, type Outgoing, send } from './transport.ts';

/** spec §8: an expired token is refreshed once and the call repeated once. */
export async function sendSignedIn(route: Endpoint, outgoing: Outgoing): Promise<Answer> {
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
