import type { FastifyRequest } from 'fastify';
import type { Reader } from '#server/lib/whose.ts';
import { addressOf } from './connection.ts';

/** Who is calling, with a session of the web app (a user, whom no room knows) or with an API token. */
export type SessionCaller = Reader & {
  name: string;
  email: string;
  company: string | null;
  session_id: string;
  /** What had been changed when the session was looked up: all that the call reads is newer. */
  mark: string;
};
export type ApiCaller = {
  partner_id: string;
  token_id: string;
  token_name: string;
  scopes: string[];
};

/** Where a call comes from. */
export type Visitor = { ip: string; userAgent: string | undefined };

export function visitorOf(request: FastifyRequest): Visitor {
  return { ip: addressOf(request), userAgent: request.headers['user-agent'] };
}
