import { z } from 'zod';
import {
  accountText,
  administrator,
  administratorAnswer,
  guessablePassword,
  newAdministrator,
  newPassword,
  passwordChange,
  session,
} from './accounts.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { rateLimits } from './limits.ts';
import { busyHashing, invalid, refused } from './refusals.ts';
import { tooManyPasswords } from './session-text.ts';

const noSuchAdministrator = { not_found: [accountText.administratorNotFound] } as const;

export const accountsRoutes = {
  changeOwnPassword: route({
    ...endpoints.changeOwnPassword,
    summary: 'Change your own password: your other sessions end',
    body: passwordChange,
    status: 200,
    response: success,
    errors: {
      ...invalid(accountText.currentMissing, accountText.samePassword, ...guessablePassword),
      forbidden: [accountText.wrongPassword],
      too_many: [tooManyPasswords(rateLimits.login_account.seconds)],
      ...busyHashing,
    },
  }),
  listSessions: route({
    ...endpoints.listSessions,
    summary: 'Where you are signed in, last used first',
    status: 200,
    response: z.object({ sessions: z.array(session) }),
    errors: {},
  }),
  endSession: route({
    ...endpoints.endSession,
    summary: 'End one of your sessions',
    params: idParams,
    status: 200,
    response: success,
    errors: { not_found: [accountText.sessionNotFound] },
  }),
  endOtherSessions: route({
    ...endpoints.endOtherSessions,
    summary: 'End all of your sessions but this one',
    status: 200,
    response: success,
    errors: {},
  }),
  listAdministrators: route({
    ...endpoints.listAdministrators,
    summary: 'All administrators, newest first',
    status: 200,
    response: z.object({ administrators: z.array(administrator) }),
    errors: {},
  }),
  createAdministrator: route({
    ...endpoints.createAdministrator,
    summary: 'Add an administrator',
    body: newAdministrator,
    status: 201,
    response: administratorAnswer,
    errors: {
      ...invalid(...refused(newAdministrator).invalid, ...guessablePassword),
      conflict: [accountText.emailTaken],
      ...busyHashing,
    },
  }),
  deleteAdministrator: route({
    ...endpoints.deleteAdministrator,
    summary: 'Remove an administrator, never the last: their sessions and API tokens end',
    params: idParams,
    status: 200,
    response: success,
    errors: { ...noSuchAdministrator, conflict: [accountText.lastAdministrator] },
  }),
  resetAdministratorPassword: route({
    ...endpoints.resetAdministratorPassword,
    summary: "Set another administrator's password: all their sessions end",
    params: idParams,
    body: newPassword,
    status: 200,
    response: success,
    errors: {
      ...invalid(...refused(newPassword).invalid, ...guessablePassword),
      forbidden: [accountText.ownPassword],
      ...noSuchAdministrator,
      ...busyHashing,
    },
  }),
};
