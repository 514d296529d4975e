import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAdminPassword, readConfig } from './config.ts';
import { OperatorError } from './lib/operator-error.ts';

/** The one line an operator reads, or a failure of the test where the value was taken. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: 'http://127.0.0.1:3000',
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseReplicaUrl: undefined,
  databasePrepared: true,
  databaseIsEmbedded: true,
  workers: 1,
  dataDir: resolve('./data'),
  diskReserveMegabytes: 500,
  adminEmail: 'admin@example.com',
  adminPassword: undefined,
  adminPasswordFile: undefined,
  accessTokenSeconds: 900,
  refreshTokenDays: 30,
  passwordMaxAgeDays: 90,
  rateLimits: {
    login_account: { name: 'login_account', max: 10, seconds: 900 },
    login_address: { name: 'login_address', max: 100, seconds: 900 },
    external_api: { name: 'external_api', max: 300, seconds: 60 },
    live_companies: { name: 'live_companies', max: 60, seconds: 60 },
    api_description: { name: 'api_description', max: 600, seconds: 60 },
    uploaded_rows: { name: 'uploaded_rows', max: 1_000_000, seconds: 86_400 },
    notes: { name: 'notes', max: 600, seconds: 3_600 },
    general: { name: 'general', max: 1200, seconds: 60 },
  },
  trustProxy: false,
  logLevel: 'info',
  currency: 'USD',
  hubspotAccessToken: undefined,
  hubspotBaseUrl: 'https://api.hubapi.com',
  hubspotWebhookSecret: undefined,
  hubspotEmulatorPort: 4500,
};

const { rateLimits } = defaults;
const limited = (name: keyof typeof rateLimits) => ({
  rateLimits: { ...rateLimits, [name]: { ...rateLimits[name], max: 7 } },
});

const variables: { name: string; value: string; changes: Record<string, unknown> }[] = [
  { name: 'HOST', value: '::1', changes: { host: '::1', publicUrl: 'http://[::1]:3000' } },
  { name: 'PORT', value: '0', changes: { port: 0, publicUrl: 'http://127.0.0.1:0' } },
  { name: 'PORT', value: '65535', changes: { port: 65_535, publicUrl: 'http://127.0.0.1:65535' } },
  { name: 'PUBLIC_URL', value: 'https://p.example//', changes: { publicUrl: 'https://p.example' } },
  ...['postgres', 'postgresql'].map((protocol) => ({
    name: 'DATABASE_URL',
    value: `${protocol}://u:p@h:5432/d`,
    changes: { databaseUrl: `${protocol}://u:p@h:5432/d`, databaseIsEmbedded: false },
  })),
  ...(['DIRECT', 'REPLICA'] as const).map((which) => ({
    name: `DATABASE_${which}_URL`,
    value: 'postgres://u:p@h:5432/d',
    changes: {
      [which === 'DIRECT' ? 'databaseDirectUrl' : 'databaseReplicaUrl']: 'postgres://u:p@h:5432/d',
    },
  })),
  { name: 'DATABASE_PREPARED', value: 'off', changes: { databasePrepared: false } },
  { name: 'DATABASE_PREPARED', value: 'on', changes: { databasePrepared: true } },
  { name: 'WORKERS', value: '64', changes: { workers: 64 } },
  { name: 'DATA_DIR', value: '/srv/portal', changes: { dataDir: '/srv/portal' } },
  { name: 'DATA_DIR', value: 'here', changes: { dataDir: resolve('here') } },
  { name: 'DATABASE_IS_EMBEDDED', value: 'false', changes: { databaseIsEmbedded: false } },
  { name: 'DISK_RESERVE_MB', value: '0', changes: { diskReserveMegabytes: 0 } },
  { name: 'DISK_RESERVE_MB', value: '7', changes: { diskReserveMegabytes: 7 } },
  { name: 'ADMIN_EMAIL', value: 'a@b.example', changes: { adminEmail: 'a@b.example' } },
  { name: 'ADMIN_PASSWORD', value: ' as given ', changes: { adminPassword: ' as given ' } },
  {
    name: 'ADMIN_PASSWORD_FILE',
    value: '/run/first',
    changes: { adminPasswordFile: '/run/first' },
  },
  { name: 'ACCESS_TOKEN_TTL_SECONDS', value: '1', changes: { accessTokenSeconds: 1 } },
  { name: 'REFRESH_TOKEN_TTL_DAYS', value: '7', changes: { refreshTokenDays: 7 } },
  { name: 'PASSWORD_MAX_AGE_DAYS', value: '365', changes: { passwordMaxAgeDays: 365 } },
  { name: 'CURRENCY', value: 'EUR', changes: { currency: 'EUR' } },
  { name: 'CURRENCY', value: 'jpy', changes: { currency: 'JPY' } },
  { name: 'RATE_LIMIT_LOGIN_ACCOUNT', value: '7', changes: limited('login_account') },
  { name: 'RATE_LIMIT_LOGIN_ADDRESS', value: '7', changes: limited('login_address') },
  { name: 'RATE_LIMIT_EXTERNAL_API', value: '7', changes: limited('external_api') },
  { name: 'RATE_LIMIT_LIVE_COMPANIES', value: '7', changes: limited('live_companies') },
  { name: 'RATE_LIMIT_API_DESCRIPTION', value: '7', changes: limited('api_description') },
  { name: 'RATE_LIMIT_UPLOADED_ROWS', value: '7', changes: limited('uploaded_rows') },
  { name: 'RATE_LIMIT_NOTES', value: '7', changes: limited('notes') },
  { name: 'RATE_LIMIT_GENERAL', value: '7', changes: limited('general') },
  { name: 'TRUST_PROXY', value: 'true', changes: { trustProxy: true } },
  { name: 'TRUST_PROXY', value: 'false', changes: {} },
  { name: 'LOG_LEVEL', value: 'debug', changes: { logLevel: 'debug' } },
  { name: 'LOG_LEVEL', value: 'silent', changes: { logLevel: 'silent' } },
  { name: 'HUBSPOT_ACCESS_TOKEN', value: 'pat-1', changes: { hubspotAccessToken: 'pat-1' } },
  {
    name: 'HUBSPOT_BASE_URL',
    value: 'http://127.0.0.1:4500/',
    changes: { hubspotBaseUrl: 'http://127.0.0.1:4500' },
  },
  { name: 'HUBSPOT_WEBHOOK_SECRET', value: 's-1', changes: { hubspotWebhookSecret: 's-1' } },
  { name: 'HUBSPOT_EMULATOR_PORT', value: '4600', changes: { hubspotEmulatorPort: 4600 } },
];

test('Nothing set gives the documented defaults', () => {
  expect(readConfig({})).toEqual(defaults);
});

test.each(variables)('$name=$value changes what it names and nothing else', (variable) => {
  const { name, value, changes } = variable;
  expect(readConfig({ [name]: value })).toEqual({ ...defaults, ...changes });
  if (name !== 'ADMIN_PASSWORD') {
    expect(readConfig({ [name]: ` ${value}\n` })).toEqual({ ...defaults, ...changes });
  }
});

test.each([...new Set(variables.map(({ name }) => name))])(
  '%s that is blank counts as unset',
  (name) => {
    expect(readConfig({ [name]: '' })).toEqual(defaults);
    if (name !== 'ADMIN_PASSWORD') expect(readConfig({ [name]: ' \t' })).toEqual(defaults);
  },
);

const port = 'a port number from 0 to 65535';
const days = 'a whole number of days from 1';
const seconds = 'a whole number of seconds from 1';
const address = 'an address such as https://portal.example.com';
const perMinute = 'a whole number from 1: how many in 60 seconds';
const perQuarter = 'a whole number from 1: how many in 900 seconds';
const emulator = 'an address such as http://127.0.0.1:4500';
const emulatorPort = 'a port number from 1 to 65535';
const levels = 'one of fatal, error, warn, info, debug, trace, silent';

test.each([
  ...['65536', '-1', '80.5', '0x50', '1e3', 'http', '99999999999999999'].map((bad) => [
    'PORT',
    bad,
    port,
  ]),
  ...['portal.example.com', 'ftp://x.example', 'javascript:alert(1)', 'https://'].map((bad) => [
    'PUBLIC_URL',
    bad,
    address,
  ]),
  ...['admin', 'admin@localhost'].map((bad) => ['ADMIN_EMAIL', bad, 'an email address']),
  ...['0', '-5', '1.5', '15m'].map((bad) => ['ACCESS_TOKEN_TTL_SECONDS', bad, seconds]),
  ...['0', '36501', 'never'].flatMap((bad) => [
    ['REFRESH_TOKEN_TTL_DAYS', bad, days],
    ['PASSWORD_MAX_AGE_DAYS', bad, days],
  ]),
  ...['0', 'many', '1.5', '1000000001'].flatMap((bad) => [
    ['RATE_LIMIT_LOGIN_ACCOUNT', bad, perQuarter],
    ['RATE_LIMIT_LOGIN_ADDRESS', bad, perQuarter],
    ['RATE_LIMIT_EXTERNAL_API', bad, perMinute],
    ['RATE_LIMIT_LIVE_COMPANIES', bad, perMinute],
    ['RATE_LIMIT_API_DESCRIPTION', bad, perMinute],
    ['RATE_LIMIT_GENERAL', bad, perMinute],
  ]),
  ...['yes', '1', 'TRUE'].map((bad) => ['TRUST_PROXY', bad, 'true or false']),
  ...['verbose', 'INFO', '30'].map((bad) => ['LOG_LEVEL', bad, levels]),
  ...['api.hubapi.com', 'ftp://x.example'].map((bad) => ['HUBSPOT_BASE_URL', bad, emulator]),
  ...['0', '65536', 'x'].map((bad) => ['HUBSPOT_EMULATOR_PORT', bad, emulatorPort]),
])('%s=%s is refused, with what it takes: %s', (name = '', bad = '', takes = '') => {
  expect(refusal({ [name]: bad })).toBe(`${name} holds "${bad}", but takes ${takes}.`);
});

test('A refusal is one line, whatever the value holds', () => {
  const message = refusal({ PORT: '30\n00\r1' });
  expect(message).toMatch(/^PORT holds /);
  expect(message).not.toMatch(/[\n\r]/);
});

test.each(['mysql://u:Secret-1@h/d', 'h:5432/Secret-1', 'Secret-1'])(
  'DATABASE_URL=%s is refused without showing it',
  (bad) => {
    expect(refusal({ DATABASE_URL: bad })).toBe(
      'DATABASE_URL holds a value that cannot be used, but takes an address such as postgres://user:password@host:5432/database.',
    );
  },
);

const folder = mkdtempSync(join(tmpdir(), 'portal-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
function passwordFile(content: string) {
  const path = join(folder, 'password');
  writeFileSync(path, content);
  return { ADMIN_PASSWORD_FILE: path };
}

test.each([
  [' as given ', ' as given '],
  ['as given\n', 'as given'],
  ['as given\r\n', 'as given'],
  ['as given\n\n', 'as given\n'],
])('ADMIN_PASSWORD_FILE with %j gives the password %j', (content, adminPassword) => {
  for (const ADMIN_PASSWORD of ['', ' ']) {
    const config = readConfig({ ...passwordFile(content), ADMIN_PASSWORD });
    expect(readAdminPassword(config)).toBe(adminPassword);
  }
});

test('ADMIN_PASSWORD_FILE that is blank counts as unset', () => {
  const env = { ADMIN_PASSWORD_FILE: ' ', ADMIN_PASSWORD: 'as given' };
  expect(readAdminPassword(readConfig(env))).toBe('as given');
});

test('Both ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are refused', () => {
  const message = refusal({
    ADMIN_PASSWORD_FILE: join(folder, 'nothing'),
    ADMIN_PASSWORD: 'Secret-2',
  });
  expect(message).toBe('Set ADMIN_PASSWORD or ADMIN_PASSWORD_FILE, not both.');
});

test.each([
  ['no such file', 'it cannot be read (ENOENT)', () => join(folder, 'nothing')],
  ['a folder', 'it cannot be read (EISDIR)', () => folder],
  ['an empty file', 'it is empty', () => passwordFile('').ADMIN_PASSWORD_FILE],
  ['an empty line', 'it is empty', () => passwordFile('\n').ADMIN_PASSWORD_FILE],
])(
  'ADMIN_PASSWORD_FILE that names %s is refused once the password is read: %s',
  (_, why, pathOf) => {
    const path = pathOf();
    const config = readConfig({ ADMIN_PASSWORD_FILE: path });
    expect(() => readAdminPassword(config)).toThrow(
      new OperatorError(
        `ADMIN_PASSWORD_FILE holds "${path}", but takes a file with the password: ${why}.`,
      ),
    );
  },
);

test('Another mistake does not bring the secrets to light', () => {
  const secrets = { ADMIN_PASSWORD: 'Secret-1', DATABASE_URL: 'postgres://u:Secret-2@h/d' };
  expect(refusal({ ...secrets, PORT: 'x' })).not.toContain('Secret');
});

test.each([
  ['HUBSPOT_ACCESS_TOKEN', 'a service key, without spaces, as HubSpot shows it'],
  ['HUBSPOT_WEBHOOK_SECRET', "an app's client secret, without spaces, as HubSpot shows it"],
])('%s that cannot be one is refused without showing it', (name, takes) => {
  for (const bad of ['Secret 1', 'Secret\n1', 'Sécret-1']) {
    expect(refusal({ [name]: bad })).toBe(
      `${name} holds a value that cannot be used, but takes ${takes}.`,
    );
  }
});
