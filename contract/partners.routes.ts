import { z } from 'zod';
import { newPassword } from './accounts.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { newPartner, partner, partnerAnswer, partnerChange, partnerText } from './partners.ts';
import { busyHashing, refused } from './refusals.ts';

const noSuchPartner = { not_found: [partnerText.notFound] } as const;

export const partnersRoutes = {
  listPartners: route({
    ...endpoints.listPartners,
    summary: 'All partners, newest first',
    status: 200,
    response: z.object({ partners: z.array(partner) }),
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
  createPartner: route({
    ...endpoints.createPartner,
    summary: 'Add a partner',
    body: newPartner,
    status: 201,
    response: partnerAnswer,
    errors: { ...refused(newPartner), conflict: [partnerText.emailTaken], ...busyHashing },
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
    body: newPassword,
    status: 200,
    response: success,
    errors: { ...refused(newPassword), ...noSuchPartner, ...busyHashing },
  }),
};
