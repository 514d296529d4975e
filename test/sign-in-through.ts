import type { FastifyInstance } from 'fastify';
import { headers } from '#contract/protocol.ts';

/** Sign-ins of one email from one address through another portal on the same database. */
export async function signInThrough(app: FastifyInstance, email: string, remoteAddress: string) {
  const csrf = (await app.inject('/api/csrf-token')).json().csrf_token as string;
  return (password: string) =>
    app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { [headers.csrf]: csrf },
      payload: { email, password },
      remoteAddress,
    });
}
