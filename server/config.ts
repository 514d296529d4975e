import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { emailPattern } from '#contract/fields.ts';
import { type RateLimitName, rateLimits } from '#contract/limits.ts';
import { OperatorError } from './lib/operator-error.ts';

export type RateLimit = { name: RateLimitName; max: number; seconds: number };

export type Config = {
  host: string;
  port: number;
  publicUrl: string;
  databaseUrl: string | undefined;
  /** Past a pooler, for what belongs to a connection; where DATABASE_URL leads to one. */
  databaseDirectUrl: string | undefined;
  /** Lists and counts are read there. */
  databaseReplicaUrl: string | undefined;
  /** Whether statements may be named: a pooler that hands connections from call to call loses them. */
  databasePrepared: boolean;
  /** Also in a worker, which is told the address of the database that the first process has started. */
  databaseIsEmbedded: boolean;
  workers: number;
  dataDir: string;
  /** Less free space than this where the embedded database lives, and what takes much is refused. */
  diskReserveMegabytes: number;
  adminEmail: string;
  /** Read with readAdminPassword: only the start that makes the first administrator needs it. */
  adminPassword: string | undefined;
  adminPasswordFile: string | undefined;
  accessTokenSeconds: number;
  refreshTokenDays: number;
  passwordMaxAgeDays: number;
  rateLimits: Record<RateLimitName, RateLimit>;
  trustProxy: boolean;
  logLevel: string;
  /** ISO 4217: what commissions are shown in. */
  currency: string;
  /** Unset: the portal is its own CRM. */
  hubspotAccessToken: string | undefined;
  hubspotBaseUrl: string;
  hubspotWebhookSecret: string | undefined;
  hubspotEmulatorPort: number;
};

type Environment = Record<string, string | undefined>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const currencies = new Set(Intl.supportedValuesOf('currency'));

function isUrlOf(...protocols: string[]) {
  return (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** Reads one variable; what is unset or blank takes the default. */
function reader(env: Environment) {
  return function read<T>(
    name: string,
    schema: z.ZodType<T, string>,
    takes: string,
    fallback: T,
    secret = false,
  ): T {
    const value = env[name]?.trim();
    if (!value) return fallback;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const held = secret ? 'a value that cannot be used' : JSON.stringify(value);
    throw new OperatorError(`${name} holds ${held}, but takes ${takes}.`);
  };
}

function readRateLimits(read: ReturnType<typeof reader>): Config['rateLimits'] {
  const entries = Object.entries(rateLimits).map(([name, { max, seconds }]) => [
    name,
    {
      name,
      seconds,
      max: read(
        `RATE_LIMIT_${name.toUpperCase()}`,
        wholeNumber(1, 1_000_000_000),
        `a whole number from 1: how many in ${seconds} seconds`,
        max,
      ),
    },
  ]);
  return Object.fromEntries(entries);
}

function readListener(read: ReturnType<typeof reader>) {
  const host = read('HOST', z.string(), 'a host name or address', '127.0.0.1');
  const port = read('PORT', wholeNumber(0, 65_535), 'a port number from 0 to 65535', 3000);
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const publicUrl = read(
    'PUBLIC_URL',
    z.string().refine(isUrlOf('http:', 'https:')),
    'an address such as https://portal.example.com',
    `http://${shownHost}:${port}`,
  ).replace(/\/+$/, '');
  return { host, port, publicUrl };
}

/** Set by the first process for its workers, never by an operator. */
export const embeddedVariable = 'DATABASE_IS_EMBEDDED';

function readDatabase(read: ReturnType<typeof reader>) {
  const readUrl = (name: string) =>
    read<string | undefined>(
      name,
      z.string().refine(isUrlOf('postgres:', 'postgresql:')),
      'an address such as postgres://user:password@host:5432/database',
      undefined,
      true,
    );
  const databaseUrl = readUrl('DATABASE_URL');
  return {
    databaseUrl,
    databaseIsEmbedded: read(
      embeddedVariable,
      z.enum(['true', 'false']).transform((value) => value === 'true'),
      'true or false',
      databaseUrl === undefined,
    ),
    databaseDirectUrl: readUrl('DATABASE_DIRECT_URL'),
    databaseReplicaUrl: readUrl('DATABASE_REPLICA_URL'),
    databasePrepared: read(
      'DATABASE_PREPARED',
      z.enum(['on', 'off']).transform((value) => value === 'on'),
      'on or off',
      true,
    ),
  };
}

/** What goes into a header: anything else than visible characters would fail each call. */
const secret = z.string().regex(/^[!-~]+$/);

function readHubSpot(read: ReturnType<typeof reader>) {
  const inOneWord = 'without spaces, as HubSpot shows it';
  const readSecret = (name: string, takes: string) =>
    read<string | undefined>(name, secret, `${takes}, ${inOneWord}`, undefined, true);
  return {
    hubspotAccessToken: readSecret('HUBSPOT_ACCESS_TOKEN', 'a service key'),
    hubspotBaseUrl: read(
      'HUBSPOT_BASE_URL',
      z.string().refine(isUrlOf('http:', 'https:')),
      'an address such as http://127.0.0.1:4500',
      'https://api.hubapi.com',
    ).replace(/\/+$/, ''),
    hubspotWebhookSecret: readSecret('HUBSPOT_WEBHOOK_SECRET', "an app's client secret"),
    hubspotEmulatorPort: read(
      'HUBSPOT_EMULATOR_PORT',
      wholeNumber(1, 65_535),
      'a port number from 1 to 65535',
      4500,
    ),
  };
}

/** Not trimmed: a password is used exactly as it was given. */
function readPasswordSettings(env: Environment) {
  const adminPassword = env.ADMIN_PASSWORD?.trim() ? env.ADMIN_PASSWORD : undefined;
  const adminPasswordFile = env.ADMIN_PASSWORD_FILE?.trim() || undefined;
  if (adminPassword && adminPasswordFile) {
    throw new OperatorError('Set ADMIN_PASSWORD or ADMIN_PASSWORD_FILE, not both.');
  }
  return { adminPassword, adminPasswordFile };
}

/** The first administrator's password; the line break that ends a file is not part of it. */
export function readAdminPassword({
  adminPassword,
  adminPasswordFile: path,
}: Pick<Config, 'adminPassword' | 'adminPasswordFile'>): string | undefined {
  if (!path) return adminPassword;
  const password = readPasswordFile(path).replace(/\r?\n$/, '');
  if (!password.trim()) throw badPasswordFile(path, 'it is empty');
  return password;
}

function readPasswordFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw badPasswordFile(path, `it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

const badPasswordFile = (path: string, why: string) =>
  new OperatorError(
    `ADMIN_PASSWORD_FILE holds ${JSON.stringify(path)}, but takes a file with the password: ${why}.`,
  );

/** The only reader of the environment. */
export function readConfig(env: Environment = process.env): Config {
  const read = reader(env);
  const days = wholeNumber(1, 36_500);
  return {
    ...readListener(read),
    ...readDatabase(read),
    workers: read('WORKERS', wholeNumber(1, 64), 'a number of processes from 1 to 64', 1),
    dataDir: resolve(read('DATA_DIR', z.string(), 'a folder', './data')),
    diskReserveMegabytes: read(
      'DISK_RESERVE_MB',
      wholeNumber(0, 1_000_000_000),
      'a whole number of megabytes from 0',
      500,
    ),
    adminEmail: read(
      'ADMIN_EMAIL',
      z.string().regex(emailPattern),
      'an email address',
      'admin@example.com',
    ),
    ...readPasswordSettings(env),
    accessTokenSeconds: read(
      'ACCESS_TOKEN_TTL_SECONDS',
      wholeNumber(1, 31_536_000),
      'a whole number of seconds from 1',
      900,
    ),
    refreshTokenDays: read('REFRESH_TOKEN_TTL_DAYS', days, 'a whole number of days from 1', 30),
    passwordMaxAgeDays: read('PASSWORD_MAX_AGE_DAYS', days, 'a whole number of days from 1', 90),
    rateLimits: readRateLimits(read),
    trustProxy: read(
      'TRUST_PROXY',
      z.enum(['true', 'false']).transform((value) => value === 'true'),
      'true or false',
      false,
    ),
    logLevel: read('LOG_LEVEL', z.enum(logLevels), `one of ${logLevels.join(', ')}`, 'info'),
    currency: read(
      'CURRENCY',
      z
        .string()
        .transform((code) => code.toUpperCase())
        .refine((code) => currencies.has(code)),
      'an ISO 4217 code such as USD or EUR',
      'USD',
    ),
    ...readHubSpot(read),
  };
}
