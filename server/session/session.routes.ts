import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Csrf } from '#server/http/csrf.ts';
import { enforce } from '#server/http/rate-limits.ts';
import type { Register } from '#server/http/register.ts';
import { logIn, logOut, refreshSession } from './session.ts';

export function sessionRoutes(register: Register, context: AppContext, csrf: Csrf): void {
  register(routes.csrfToken, async () => ({ csrf_token: csrf.issue() }));

  register(routes.login, ({ body, request }) => logIn(context, body, request.ip));

  register(routes.refreshToken, async ({ body, reply }) => {
    const { token, counted } = await refreshSession(context, body.refresh_token);
    enforce(counted, context.clock(), reply);
    return { token };
  });

  register(routes.logout, async ({ caller }) => {
    await logOut(context.db, caller.session_id);
    return done;
  });

  register(routes.me, async ({ caller }) => ({ user: caller }));
}
