import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import { confirmPasswordUnlessFresh } from '#server/accounts/confirm-password.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Register } from '#server/http/register.ts';
import { getPartnerFigures } from './figures.ts';
import {
  createPartner,
  deletePartner,
  getPartner,
  listPartners,
  listPartnerTokens,
  resetPassword,
  revokePartnerToken,
  updatePartner,
} from './partners.ts';

export function partnerRoutes(register: Register, context: AppContext): void {
  const { db, clock } = context;
  register(routes.listPartners, async () => ({ partners: await listPartners(db) }));

  register(routes.getPartner, async ({ params }) => ({ partner: await getPartner(db, params.id) }));

  register(routes.getPartnerFigures, ({ params }) => getPartnerFigures(db, params.id, clock()));

  register(routes.createPartner, async ({ body }) => ({
    partner: await createPartner(db, body, clock()),
  }));

  register(routes.updatePartner, async ({ params, body }) => ({
    partner: await updatePartner(db, params.id, body),
  }));

  register(routes.deletePartner, async ({ params }) => {
    await deletePartner(db, params.id, clock());
    return done;
  });

  register(routes.resetPartnerPassword, async ({ caller, params, body }) => {
    await confirmPasswordUnlessFresh(context, caller, body.current_password);
    await resetPassword(db, caller, params.id, body, clock());
    return done;
  });

  register(routes.listPartnerTokens, async ({ params }) => ({
    tokens: await listPartnerTokens(db, params.id),
  }));

  register(routes.revokePartnerToken, async ({ params }) => ({
    token: await revokePartnerToken(db, params, clock()),
  }));
}
