import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { diskText } from '#contract/disk-text.ts';
import { routes } from '#contract/routes.ts';
import { watchedDisk } from '#server/lib/disk-space.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { startHousekeeping } from './housekeeping.ts';

const megabyte = 1024 * 1024;
const minute = 60_000;
type Line = { level: number; msg: string; free_bytes?: number; reserve_bytes?: number };
const lines: Line[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });

let freeMegabytes = 0;
const asked: string[] = [];
const disk = watchedDisk({ folder: '/srv/portal', reserveMegabytes: 500 }, async (folder) => {
  asked.push(folder);
  return freeMegabytes * megabyte;
});
const low = { free_bytes: 499 * megabyte, reserve_bytes: 500 * megabyte };

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ disk, logger: log });
  admin = await portal.asAdmin();
  partner = await portal.asPartner();
});
afterAll(() => portal.close());
beforeEach(() => {
  freeMegabytes = 499;
  lines.length = 0;
  asked.length = 0;
});
afterEach(() => void vi.useRealTimers());

const file = () => filePayload('company_name,first_name,last_name,email\nA,B,C,d@e.example');
type Call = (caller: SignedIn) => Promise<{ status: number; headers: object; body: unknown }>;
const refused: [string, Call, string][] = [
  ['an upload', (by) => by.call(routes.uploadLeads, { file: file() }), diskText.upload],
  ['a check', (by) => by.call(routes.checkUpload, { file: file() }), diskText.upload],
  ['a report', (by) => by.call(routes.reportUpload, { file: file() }), diskText.upload],
  ['an export', (by) => by.call(routes.exportLeads, { query: { format: 'csv' } }), diskText.export],
  [
    'an export of chosen leads',
    async (by) => {
      const { id } = await addLead(by);
      return by.call(routes.exportChosenLeads, { body: { ids: [id], format: 'csv' } });
    },
    diskText.export,
  ],
  ['a statement', (by) => by.call(routes.exportStatement), diskText.export],
];

test.each(refused)('Below the reserve %s is refused with why', async (_, call, error) => {
  const { status, headers, body } = await call(partner);
  expect([status, body]).toEqual([503, { error }]);
  expect(headers).toMatchObject({ 'retry-after': '60' });
});

test.each(refused)('At the reserve %s is answered', async (_, call) => {
  freeMegabytes = 500;
  expect((await call(partner)).status).toBe(200);
});

test('Below the reserve leads, notes, statuses, lists and sign-ins go on, and the portal is ready', async () => {
  const { id } = await addLead(partner);
  const params = { id };
  const answers = await Promise.all([
    partner.call(routes.addNote, { params, body: { text: 'Still here' } }),
    admin.call(routes.updateLead, { params, body: { status: 'open' } }),
    partner.call(routes.listLeads),
    portal.anyone.call(routes.health),
    portal.anyone.call(routes.readiness),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200]);
  await portal.asPartner();
});

test('A refusal for want of space is no line of its own in the log', async () => {
  for (const [, call] of refused) await call(partner);
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  expect(lines.length).toBeGreaterThan(refused.length);
});

test('Administrators are told how much space there is, by the folder of the data', async () => {
  const { body } = await admin.call(routes.getDisk);
  expect(body).toEqual({ disk: { ...low, low: true } });
  expect(asked).toEqual(['/srv/portal']);
  freeMegabytes = 500;
  expect((await admin.call(routes.getDisk)).body).toMatchObject({ disk: { low: false } });
});

test('With a reserve of 0, and with a database of the operator’s, nothing is watched', async () => {
  const full = async () => 0;
  expect(watchedDisk({ folder: '/', reserveMegabytes: 0 }, full)).toBeUndefined();
  const external = await testPortal();
  try {
    const caller = await external.asAdmin();
    expect((await caller.call(routes.getDisk)).body).toEqual({ disk: null });
    expect((await caller.call(routes.uploadLeads, { file: file() })).status).toBe(200);
  } finally {
    await external.close();
  }
});

test('The free space that counts is what is left for others than root', async () => {
  const room = await watchedDisk({ folder: '/', reserveMegabytes: 1 })?.();
  expect(room?.reserve_bytes).toBe(megabyte);
  expect(room?.free_bytes).toBeGreaterThan(0);
  expect(room?.low).toBe((room?.free_bytes ?? 0) < megabyte);
});

test('The log says once that space is low, at the start or within a minute, and once that it is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const told = () => lines.map(({ level, msg }) => [level, msg.split(':')[0]]);
  const stop = startHousekeeping({ ...portal, clock: portal.clock.now, disk }, log);
  const isLow = [40, 'Disk space is low'];
  await vi.waitFor(() => expect(told()).toEqual([isLow]));
  expect(lines[0]).toMatchObject(low);
  const looks = asked.length;
  for (let n = 1; n <= 3; n++) {
    vi.advanceTimersByTime(minute);
    await vi.waitFor(() => expect(asked.length).toBe(looks + n));
  }
  freeMegabytes = 600;
  vi.advanceTimersByTime(minute);
  const isOver = [30, 'Disk space is no longer low'];
  await vi.waitFor(() => expect(told()).toEqual([isLow, isOver]));
  freeMegabytes = 1;
  vi.advanceTimersByTime(minute);
  await vi.waitFor(() => expect(told()).toEqual([isLow, isOver, isLow]));
  stop();
});
