import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Register } from '#server/http/register.ts';
import { createToken, deleteToken, listTokens, revokeToken } from './tokens.ts';

export function tokenRoutes(register: Register, { db, clock }: AppContext): void {
  register(routes.listTokens, async ({ caller }) => ({ tokens: await listTokens(db, caller.id) }));

  register(routes.createToken, ({ caller, body }) => createToken(db, caller.id, body, clock()));

  register(routes.updateToken, async ({ caller, params }) => ({
    token: await revokeToken(db, caller.id, params.id, clock()),
  }));

  register(routes.deleteToken, async ({ caller, params }) => {
    await deleteToken(db, caller.id, params.id);
    return done;
  });
}
