import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type RunningEmulator, startEmulator } from './start.ts';
import { createTestEmulator } from './testing.ts';

const running: RunningEmulator[] = [];

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.stop();
});

async function start() {
  const emulator = await startEmulator();
  running.push(emulator);
  const post = (signal?: AbortSignal) =>
    fetch(`${emulator.url}/crm/v3/objects/deals`, {
      method: 'POST',
      body: JSON.stringify({ properties: { dealname: 'A' } }),
      headers: { authorization: `Bearer ${emulator.key}`, 'content-type': 'application/json' },
      ...(signal && { signal }),
    });
  return { ...emulator, post };
}

async function statuses(seed: number) {
  const hubspot = createTestEmulator({
    seed,
    faults: { share429: 0.2, share500: 0.2, share503: 0.1 },
  });
  const seen: number[] = [];
  while (seen.length < 200) seen.push((await hubspot.ask('GET', '/crm/v3/objects/deals')).status);
  return seen;
}

test('about the told share fails, and the same seed fails the same way', async () => {
  const seen = await statuses(1);
  const share = (status: number) => seen.filter((one) => one === status).length / seen.length;
  expect(share(429)).toBeGreaterThan(0.1);
  expect(share(429)).toBeLessThan(0.3);
  expect(share(200)).toBeGreaterThan(0.4);
  expect(share(200)).toBeLessThan(0.6);
  expect(await statuses(1)).toEqual(seen);
  expect(await statuses(2)).not.toEqual(seen);
});

test('a connection is dropped before the work or after it', async () => {
  const { control, post } = await start();
  control.setFaults({ dropBeforeShare: 1 });
  await expect(post()).rejects.toThrow();
  expect(control.list('deals')).toHaveLength(0);
  control.setFaults({ dropBeforeShare: 0, dropAfterShare: 1 });
  await expect(post()).rejects.toThrow();
  expect(control.list('deals')).toHaveLength(1);
});

test('a caller that gives up on a hanging answer finds the work done', async () => {
  const { control, post } = await start();
  control.setFaults({ hangShare: 1 });
  const caller = new AbortController();
  const asked = post(caller.signal);
  await expect.poll(() => control.list('deals').length).toBe(1);
  caller.abort();
  await expect(asked).rejects.toThrow();
});

test('an outage is answered by the gateway, in HTML, until it is over', async () => {
  const hubspot = createTestEmulator();
  hubspot.control.startOutage(60_000);
  const down = await hubspot.ask('GET', '/crm/v3/objects/deals');
  expect([down.status, down.headers['content-type']]).toEqual([503, 'text/html']);
  hubspot.passTime(60_000);
  expect((await hubspot.ask('GET', '/crm/v3/objects/deals')).status).toBe(200);
});

test('the account’s clock may be ahead of ours', () => {
  const hubspot = createTestEmulator({ faults: { clockOffsetMs: 90_000 } });
  const deal = hubspot.control.create('deals', {});
  expect(deal.properties.createdate).toBe('2026-11-16T08:01:30.000Z');
});

test('an account is the same after a stop and a start from its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
  const file = join(folder, 'account.json');
  const first = await startEmulator({ file });
  const contact = first.control.create('contacts', { email: 'a@example.com' });
  const other = first.control.create('contacts', { email: 'b@example.com' });
  first.control.merge('contacts', contact.id, other.id);
  await first.stop();
  const second = await startEmulator({ file });
  const { control } = second;
  expect(control.find('contacts', other.id)?.id).toBe(contact.id);
  expect(() => control.create('contacts', { email: 'A@example.com' })).toThrow(contact.id);
  await second.stop();
  rmSync(folder, { recursive: true });
});

test('every call has a dated address beside its old one', () => {
  const { emulator, app } = createTestEmulator();
  return app.ready().then(() => {
    const undate = (route: string) => route.replace(/\/(v3|v4|2026-09)/, '');
    const old = emulator.routes.filter((route) => !route.includes('2026-09')).map(undate);
    const dated = emulator.routes.filter((route) => route.includes('2026-09')).map(undate);
    expect([...new Set(dated)].sort()).toEqual([...new Set(old)].sort());
  });
});
