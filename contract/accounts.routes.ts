import { z } from 'zod';
import {
  accountText,
  administrator,
  administratorAnswer,
  administratorPasswordReset,
  guessablePassword,
  newAdministrator,
  passwordChange,
  passwordConfirmation,
  session,
} from './accounts.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { rateLimits } from './limits.ts';
import { busyHashing, invalid, refused } from './refusals.ts';
import { tooManyPasswords } from './session-text.ts';

const noSuchAdministrator = { not_found: [accountText.administratorNotFound] } as const;

/** Of calls that take the caller's own password. */
const asksOwnPassword = {
  forbidden: [accountText.wrongPassword],
  too_many: [tooManyPasswords(rateLimits.login_account.seconds)],
  ...busyHashing,
};

export const accountsRoutes = {
  changeOwnPassword: route({
    ...endpoints.changeOwnPassword,
    summary: 'Change your own password: your other sessions end',
    body: passwordChange,
    status: 200,
    response: success,
    errors: {
      ...invalid(accountText.currentMissing, accountText.samePassword, ...guessablePassword),
      ...asksOwnPassword,
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
      ...invalid(
        ...refused(newAdministrator).invalid,
        accountText.currentMissing,
        ...guessablePassword,
      ),
      conflict: [accountText.emailTaken],
      ...asksOwnPassword,
    },
  }),
  deleteAdministrator: route({
    ...endpoints.deleteAdministrator,
    summary: 'Remove an administrator, never the last: their sessions and API tokens end',
    params: idParams,
    body: passwordConfirmation,
    status: 200,
    response: success,
    errors: {
      ...refused(passwordConfirmation),
      ...noSuchAdministrator,
      conflict: [accountText.lastAdministrator],
      ...asksOwnPassword,
    },
  }),
  resetAdministratorPassword: route({
    ...endpoints.resetAdministratorPassword,
    summary: "Set another administrator's password: all their sessions end",
    params: idParams,
    body: administratorPasswordReset,
    status: 200,
    response: success,
    errors: {
      ...invalid(
        ...refused(administratorPasswordReset).invalid,
        accountText.currentMissing,
        ...guessablePassword,
      ),
      ...noSuchAdministrator,
      ...asksOwnPassword,
      forbidden: [accountText.wrongPassword, accountText.ownPassword],
    },
  }),
};
