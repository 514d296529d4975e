import { z } from 'zod';
import { accountText, guessablePassword } from './accounts.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { rateLimits } from './limits.ts';
import {
  listedPartner,
  newPartner,
  partnerAnswer,
  partnerChange,
  partnerFigures,
  partnerPasswordReset,
  partnerText,
} from './partners.ts';
import { busyHashing, invalid, refused } from './refusals.ts';
import { tooManyPasswords } from './session-text.ts';
import { tokenAnswer, tokenChange, tokenList, tokenText } from './tokens.ts';

const noSuchPartner = { not_found: [partnerText.notFound] } as const;

export const partnersRoutes = {
  listPartners: route({
    ...endpoints.listPartners,
    summary: 'All partners, newest first',
    status: 200,
    response: z.object({ partners: z.array(listedPartner) }),
    errors: {},
  }),
  getPartner: route({
    ...endpoints.getPartner,
    summary: 'One partner',
    params: idParams,
    status: 200,
    response: partnerAnswer,
    errors: noSuchPartner,
  }),
  getPartnerFigures: route({
    ...endpoints.getPartnerFigures,
    summary: 'How a partner is doing, and what is waiting',
    params: idParams,
    status: 200,
    response: partnerFigures,
    errors: noSuchPartner,
  }),
  createPartner: route({
    ...endpoints.createPartner,
    summary: 'Add a partner',
    body: newPartner,
    status: 201,
    response: partnerAnswer,
    errors: {
      ...invalid(...refused(newPartner).invalid, ...guessablePassword),
      conflict: [accountText.emailTaken],
      ...busyHashing,
    },
  }),
  updatePartner: route({
    ...endpoints.updatePartner,
    summary: "Change a partner's name and company",
    params: idParams,
    body: partnerChange,
    status: 200,
    response: partnerAnswer,
    errors: { ...refused(partnerChange), ...noSuchPartner },
  }),
  deletePartner: route({
    ...endpoints.deletePartner,
    summary: 'Delete a partner: their sessions and API tokens end, their leads stay',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchPartner,
  }),
  resetPartnerPassword: route({
    ...endpoints.resetPartnerPassword,
    summary: "Set a partner's password: all their sessions end",
    params: idParams,
    body: partnerPasswordReset,
    status: 200,
    response: success,
    errors: {
      ...invalid(...refused(partnerPasswordReset).invalid, ...guessablePassword),
      forbidden: [accountText.enterOwn, accountText.wrongPassword],
      ...noSuchPartner,
      too_many: [tooManyPasswords(rateLimits.login_account.seconds)],
      ...busyHashing,
    },
  }),
  listPartnerTokens: route({
    ...endpoints.listPartnerTokens,
    summary: "A partner's API tokens, masked, newest first",
    params: idParams,
    status: 200,
    response: tokenList,
    errors: noSuchPartner,
  }),
  revokePartnerToken: route({
    ...endpoints.revokePartnerToken,
    summary: "Revoke a partner's API token",
    params: idParams.extend({ token_id: z.uuid() }),
    body: tokenChange,
    status: 200,
    response: tokenAnswer,
    errors: {
      ...refused(tokenChange),
      not_found: [partnerText.notFound, tokenText.notFound],
      conflict: [tokenText.alreadyRevoked],
    },
  }),
};
