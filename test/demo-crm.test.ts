import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import {
  api,
  built,
  leaveNothing,
  logIn,
  minutes,
  type PortalProcess,
  root,
  start,
  stop,
  usedData,
} from './portal-process.ts';

afterAll(leaveNothing);

test('npm run hubspot-emulator ends with npm, whoever ends that', async () => {
  const npm = spawn('npm', ['run', '--silent', 'hubspot-emulator'], {
    cwd: root,
    env: { ...process.env, HUBSPOT_EMULATOR_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(npm.stdout, 'data');
  const [, url] = /is ready: (\S+)/.exec(String(line)) ?? [];
  expect((await fetch(url ?? '')).ok).toBe(true);
  npm.kill('SIGTERM');
  const isThere = () => fetch(url ?? '').then(Boolean, () => false);
  await expect.poll(isThere, { timeout: minutes, interval: 100 }).toBe(false);
});

test(
  'npm start -- --demo-crm brings a HubSpot that gets the demo’s leads, keeps them and ends with the portal',
  async () => {
    const env = { ...(await usedData()), HUBSPOT_EMULATOR_PORT: '0' };
    const begin = () => start(['npm', 'start', '--', '--demo-crm'], env);
    const hubspotOf = (portal: PortalProcess) =>
      /played by its emulator: (\S+)/.exec(portal.output())?.[1] ?? '';
    const deals = async (portal: PortalProcess) =>
      (await (await fetch(`${hubspotOf(portal)}/emulator/records/deals`)).json()).results.length;
    const first = await begin();
    expect(first.output()).toContain('played by its emulator');
    const token = await logIn(first);
    const sending = async () => (await api(first, '/api/crm', { token })).crm.backfill.state;
    await expect.poll(sending, { timeout: 2 * minutes, interval: 200 }).toBe('done');
    const { total } = await api(first, '/api/leads', { token });
    expect(await deals(first)).toBe(total);
    await stop(first);
    await expect(fetch(hubspotOf(first))).rejects.toThrow();

    const second = await begin();
    expect(await deals(second)).toBe(total);
    process.kill(-(second.process.pid ?? 0), 'SIGKILL');
    await second.ended;
    const isThere = () => fetch(hubspotOf(second)).then(Boolean, () => false);
    await expect.poll(isThere, { timeout: minutes, interval: 100 }).toBe(false);
  },
  6 * minutes,
);

test.each([
  {
    command: ['npm', 'start', '--silent', '--', '--demo-crm'],
    env: { HUBSPOT_ACCESS_TOKEN: 'pat-real' },
    line: '--demo-crm brings a HubSpot of its own: unset HUBSPOT_ACCESS_TOKEN and HUBSPOT_BASE_URL.',
  },
  {
    command: [...built, '--demo-crm'],
    env: { HUBSPOT_ACCESS_TOKEN: 'pat-real' },
    line: '--demo-crm is for npm start, which brings a HubSpot of its own.',
  },
])('The demo’s leads get into no real HubSpot: $line', async ({ command, env, line }) => {
  const { code, output } = await (await start(command, env)).ended;
  expect(code).toBe(1);
  expect(output).toContain(line);
});
