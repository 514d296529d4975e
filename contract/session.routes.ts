import { z } from 'zod';
import { user } from './accounts.ts';
import { endpoints } from './endpoints.ts';
import { route, success } from './http.ts';
import { rateLimits } from './limits.ts';
import { errorText } from './protocol.ts';
import { busyHashing, invalid, refused } from './refusals.ts';
import { credentials, refreshRequest, signedIn } from './session.ts';
import { sessionText, tooManySignIns } from './session-text.ts';

export const sessionRoutes = {
  csrfToken: route({
    ...endpoints.csrfToken,
    summary: 'A CSRF token, for the X-CSRF-Token header of every call that is not a GET',
    status: 200,
    response: z.object({ csrf_token: z.string() }),
    errors: {},
  }),
  login: route({
    ...endpoints.login,
    summary: 'Sign in',
    body: credentials,
    status: 200,
    response: signedIn,
    errors: {
      ...invalid(sessionText.missing),
      unauthorized: [sessionText.refused],
      too_many: [tooManySignIns(rateLimits.login_account.seconds)],
      ...busyHashing,
    },
  }),
  logout: route({
    ...endpoints.logout,
    summary: 'Sign out: the session ends at once, in every tab',
    status: 200,
    response: success,
    errors: {},
  }),
  refreshToken: route({
    ...endpoints.refreshToken,
    summary: 'A new access token for a session that is still alive',
    body: refreshRequest,
    status: 200,
    response: z.object({ token: z.string() }),
    errors: {
      ...refused(refreshRequest),
      unauthorized: [errorText.sessionEnded],
      too_many: [errorText.rateLimit],
    },
  }),
  me: route({
    ...endpoints.me,
    summary: 'Who is signed in',
    status: 200,
    response: z.object({ user }),
    errors: {},
  }),
};
