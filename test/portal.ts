import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Logger } from 'pino';
import type { User } from '#contract/accounts.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf, Route } from '#contract/http.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { addressOf, headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { ensureAdministrator } from '#server/accounts/accounts.ts';
import { buildApp } from '#server/app.ts';
import type { Bounds } from '#server/changes/hub.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Waits } from '#server/http/waits.ts';
import type { DiskSpace } from '#server/lib/disk-space.ts';
import { createPartner } from '#server/partners/partners.ts';
import { freshDatabase, type Open, type TestDatabase } from './database.ts';

export const adminAccount = { email: 'admin@example.com', password: 'Harvest-kite-1' };
export const partnerPassword = 'Lantern-kite-2';
/** Of those that `asNewAdmin` makes. */
export const newAdminPassword = 'Meadow-kite-3';
/** What the first administrator sends along to show that they are not only who holds the session. */
export const adminConfirmation = { current_password: adminAccount.password };

type Answer<Body> = { status: number; body: Body; headers: Record<string, string> };
/** An answer is read as a success or as a failure, whichever the test expects. */
type AnyAnswer<R extends Route> = Answer<
  ResponseOf<R> & { error: string; fields: Record<string, string> }
>;
type CallInput<R extends Route> = Partial<RequestOf<R>> & {
  headers?: Record<string, string>;
  file?: FilePayload;
};

export type Caller = {
  call<R extends Route>(route: R, input?: CallInput<R>): Promise<AnyAnswer<R>>;
  /** A call of whatever form, for what the contract would not let through. */
  send(options: InjectOptions): Promise<Answer<unknown>>;
};
export type SignedIn = Caller & { user: User; token: string; refreshToken: string };

export type TestPortal = {
  app: FastifyInstance;
  db: Database;
  config: Config;
  /** The clock of the portal and of its database: it stands still until a test moves it. */
  clock: { now(): Date; advance(milliseconds: number): void };
  anyone: Caller;
  logIn(email: string, password: string): Promise<SignedIn>;
  asAdmin(): Promise<SignedIn>;
  /** A new administrator, signed in. */
  asNewAdmin(name?: string): Promise<SignedIn>;
  /** A new partner, signed in. */
  asPartner(name?: string): Promise<SignedIn>;
  withApiToken(token: string): Caller;
  close(): Promise<void>;
};

export async function testPortal(
  options: {
    env?: Record<string, string>;
    logger?: Logger;
    waits?: Waits;
    streamBounds?: Bounds;
    disk?: DiskSpace;
    open?: Open;
    /** One that is there already, where it has to be a special one. */
    database?: TestDatabase;
  } = {},
): Promise<TestPortal> {
  let now = Date.now();
  const clock = () => new Date(now);
  const database = options.database ?? (await freshDatabase('migrated', clock, options.open));
  const config = readConfig({ LOG_LEVEL: 'silent', ...options.env });
  await ensureAdministrator(database.db, adminAccount, clock());
  const app = await buildApp({
    db: database.db,
    config,
    clock,
    csrfKey: randomBytes(32),
    ...options,
  });
  const csrfToken = (await app.inject('/api/csrf-token')).json().csrf_token as string;
  const caller = (identity: Record<string, string>) => makeCaller(app, csrfToken, identity);

  async function logIn(email: string, password: string): Promise<SignedIn> {
    const { body, status } = await caller({}).call(routes.login, { body: { email, password } });
    if (status !== 200) throw new Error(`Signing in as ${email} failed: ${body.error}`);
    const { token, refresh_token: refreshToken, user } = body;
    return { ...caller({ authorization: `Bearer ${token}` }), user, token, refreshToken };
  }
  const asAdmin = () => logIn(adminAccount.email, adminAccount.password);

  return {
    app,
    db: database.db,
    config,
    clock: {
      now: clock,
      advance: (milliseconds) => {
        now += milliseconds;
      },
    },
    anyone: caller({}),
    logIn,
    asAdmin,
    asNewAdmin: async (name = 'Ada Second') => {
      const account = { name, email: `${randomBytes(6).toString('hex')}@office.example` };
      const body = { ...account, password: newAdminPassword, ...adminConfirmation };
      await (await asAdmin()).call(routes.createAdministrator, { body });
      return logIn(account.email, newAdminPassword);
    },
    asPartner: async (name = 'Pat Partner') => {
      const email = `${randomBytes(6).toString('hex')}@partner.example`;
      const partner = { name, email, company: `${name} Ltd`, password: partnerPassword };
      // Not as an administrator: so many sessions would end those that a test goes on with.
      await createPartner(database.db, partner, clock());
      return logIn(email, partnerPassword);
    },
    withApiToken: (token) => caller({ [headers.apiToken]: token }),
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

/** Makes a call; of a stream, which has no end, it waits for the beginning and leaves. */
export async function injectOnce(app: FastifyInstance, options: InjectOptions) {
  if (!String(options.url).startsWith(endpoints.streamChanges.path)) return app.inject(options);
  const response = await app.inject({ ...options, payloadAsStream: true });
  const isStream = response.headers['content-type'] === 'text/event-stream';
  const payload = isStream ? [] : await response.stream().toArray();
  if (isStream) response.raw.res.destroy();
  const rawPayload = Buffer.concat(payload);
  const { statusCode, headers: answered } = response;
  const body = rawPayload.toString();
  return { statusCode, headers: answered, rawPayload, body, json: () => JSON.parse(body) };
}

function makeCaller(
  app: FastifyInstance,
  csrfToken: string,
  identity: Record<string, string>,
): Caller {
  async function send(options: InjectOptions): Promise<Answer<unknown>> {
    const response = await injectOnce(app, {
      ...options,
      headers: { [headers.csrf]: csrfToken, ...identity, ...options.headers },
    });
    const json = response.headers['content-type']?.toString().includes('json');
    return {
      status: response.statusCode,
      body: json ? response.json() : response.body,
      headers: response.headers as Record<string, string>,
    };
  }
  return {
    send,
    call: async (route, input = {}) => {
      const { params, query, body, headers: extra, file } = input;
      const answer = await send({
        method: route.method,
        url: addressOf(route, { params, query }),
        ...(body !== undefined && { payload: body as object }),
        ...file,
        ...(extra && { headers: extra }),
      });
      return answer as never;
    },
  };
}

/** A lead as the form sends it; what a test cares about, it says. */
export function leadBody(change: Partial<RequestOf<typeof routes.createLead>['body']> = {}) {
  return {
    company_name: 'Acme Ltd',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.example',
    phone_number: '+44 20 7946 0000',
    ...change,
  };
}

export async function addLead(
  caller: SignedIn,
  change: Parameters<typeof leadBody>[0] = {},
): Promise<LeadDetails> {
  const { body } = await caller.call(routes.createLead, { body: leadBody(change) });
  return body.lead;
}

export type FilePayload = { payload: Buffer; headers: { 'content-type': string } };

function fieldParts(boundary: string, fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return parts.join('');
}

/** A multipart body with one file, as a browser sends it, and the fields that stand before and after it. */
export function filePayload(
  content: Buffer | string,
  {
    name = 'leads.csv',
    field = 'file',
    type = 'text/csv',
    before = {},
    after = {},
  }: {
    name?: string;
    field?: string;
    type?: string;
    before?: Record<string, string>;
    after?: Record<string, string>;
  } = {},
): FilePayload {
  const boundary = `----portal${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name.replaceAll('"', '\\"')}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([
      Buffer.from(fieldParts(boundary, before) + head),
      Buffer.from(content),
      Buffer.from(`\r\n${fieldParts(boundary, after)}--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
