import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { refused } from './refusals.ts';
import {
  createdToken,
  newToken,
  tokenAnswer,
  tokenChange,
  tokenList,
  tokenText,
} from './tokens.ts';

const noSuchToken = { not_found: [tokenText.notFound] } as const;

export const tokensRoutes = {
  listTokens: route({
    ...endpoints.listTokens,
    summary: 'Your API tokens, masked, newest first',
    status: 200,
    response: tokenList,
    errors: {},
  }),
  createToken: route({
    ...endpoints.createToken,
    summary: 'Create an API token: the only answer that carries it in full',
    body: newToken,
    status: 200,
    response: createdToken,
    errors: { ...refused(newToken), conflict: [tokenText.tooMany] },
  }),
  updateToken: route({
    ...endpoints.updateToken,
    summary: 'Revoke an API token',
    params: idParams,
    body: tokenChange,
    status: 200,
    response: tokenAnswer,
    errors: {
      ...refused(tokenChange),
      ...noSuchToken,
      conflict: [tokenText.alreadyRevoked],
    },
  }),
  deleteToken: route({
    ...endpoints.deleteToken,
    summary: 'Delete an API token',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchToken,
  }),
};
