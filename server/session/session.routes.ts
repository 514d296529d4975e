import { done } from '#contract/http.ts';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { markOfNow } from '#server/changes/changes.ts';
import { visitorOf } from '#server/http/callers.ts';
import type { Csrf } from '#server/http/csrf.ts';
import { enforce } from '#server/http/rate-limits.ts';
import type { Register } from '#server/http/register.ts';
import { nameInLog } from '#server/http/request-log.ts';
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts';
import { logIn, logOut, refreshSession } from './session.ts';

export function sessionRoutes(register: Register, context: AppContext, csrf: Csrf): void {
  register(routes.csrfToken, async () => ({ csrf_token: csrf.issue() }));

  register(routes.login, async ({ body, request, reply, closed }) => {
    const signedIn = await logIn(context, body, visitorOf(request), closed);
    nameInLog(request, signedIn.user);
    reply.header(headers.changesSince, await markOfNow(context.db));
    return signedIn;
  });

  register(routes.refreshToken, async ({ body, request, reply }) => {
    const { token, userId, counted } = await refreshSession(context, body.refresh_token);
    nameInLog(request, { id: userId });
    enforce(counted, reply);
    return { token };
  });

  // Whoever leaves does not wait for their other calls.
  register(
    routes.logout,
    async ({ caller }) => {
      await logOut(context.db, caller.session_id);
      return done;
    },
    { waits: false },
  );

  register(routes.listSessions, async ({ caller }) => ({
    sessions: await listSessions(context.db, caller, context.clock()),
  }));

  register(routes.endSession, async ({ caller, params }) => {
    await endSession(context.db, caller.id, params.id);
    return done;
  });

  register(routes.endOtherSessions, async ({ caller }) => {
    await endOtherSessions(context.db, caller);
    return done;
  });

  // A page asks for its data when it knows who is signed in.
  register(routes.me, async ({ caller, reply }) => {
    reply.header(headers.changesSince, caller.mark);
    return { user: caller };
  });
}
