import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Register } from '#server/http/register.ts';
import { createView, deleteView, listViews, updateView } from './views.ts';

export function viewRoutes(register: Register, { db, clock }: AppContext): void {
  register(routes.listViews, async ({ caller }) => ({ views: await listViews(db, caller.id) }));

  register(routes.createView, async ({ caller, body }) => ({
    view: await createView(db, caller, body, clock()),
  }));

  register(routes.updateView, async ({ caller, params, body }) => ({
    view: await updateView(db, caller, params.id, body),
  }));

  register(routes.deleteView, async ({ caller, params }) => {
    await deleteView(db, caller.id, params.id);
    return done;
  });
}
