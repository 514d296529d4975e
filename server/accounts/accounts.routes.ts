import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Register } from '#server/http/register.ts';
import {
  createAdministrator,
  deleteAdministrator,
  listAdministrators,
  resetAdministratorPassword,
} from './administrators.ts';
import { changeOwnPassword } from './own-password.ts';

export function accountRoutes(register: Register, context: AppContext): void {
  const { db, clock } = context;
  register(routes.changeOwnPassword, async ({ caller, body }) => {
    await changeOwnPassword(context, caller, body);
    return done;
  });

  register(routes.listAdministrators, async () => ({
    administrators: await listAdministrators(db),
  }));

  register(routes.createAdministrator, async ({ body }) => ({
    administrator: await createAdministrator(db, body, clock()),
  }));

  register(routes.deleteAdministrator, async ({ params }) => {
    await deleteAdministrator(db, params.id, clock());
    return done;
  });

  register(routes.resetAdministratorPassword, async ({ caller, params, body }) => {
    await resetAdministratorPassword(db, caller.id, params.id, body.password, clock());
    return done;
  });
}
