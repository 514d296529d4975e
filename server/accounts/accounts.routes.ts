import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { visitorOf } from '#server/http/callers.ts';
import type { Register } from '#server/http/register.ts';
import {
  createAdministrator,
  deleteAdministrator,
  listAdministrators,
  resetAdministratorPassword,
} from './administrators.ts';
import { confirmPassword } from './confirm-password.ts';
import { changeOwnPassword } from './own-password.ts';

export function accountRoutes(register: Register, context: AppContext): void {
  const { db, clock } = context;
  register(routes.changeOwnPassword, async ({ caller, body, request }) => {
    await changeOwnPassword(context, caller, body, visitorOf(request));
    return done;
  });

  register(routes.listAdministrators, async () => ({
    administrators: await listAdministrators(db),
  }));

  register(routes.createAdministrator, async ({ caller, body }) => {
    await confirmPassword(context, caller, body.current_password);
    return { administrator: await createAdministrator(db, caller, body, clock()) };
  });

  register(routes.deleteAdministrator, async ({ caller, params, body }) => {
    await confirmPassword(context, caller, body.current_password);
    await deleteAdministrator(db, caller, params.id, clock());
    return done;
  });

  register(routes.resetAdministratorPassword, async ({ caller, params, body }) => {
    await confirmPassword(context, caller, body.current_password);
    await resetAdministratorPassword(db, caller, params.id, body.password, clock());
    return done;
  });
}
