// npm start -- --demo-crm: a HubSpot of its own beside the portal, which ends with it.
import { join, resolve } from 'node:path';
import { giveUp, launch, root } from './steps.mjs';

/** Starts the emulator and tells the portal, by its variables, where it is. */
export async function startHubSpotBeside() {
  const { env } = process;
  if (env.HUBSPOT_ACCESS_TOKEN?.trim() || env.HUBSPOT_BASE_URL?.trim()) {
    giveUp(
      '--demo-crm brings a HubSpot of its own: unset HUBSPOT_ACCESS_TOKEN and HUBSPOT_BASE_URL.',
    );
  }
  const port = env.HUBSPOT_EMULATOR_PORT?.trim() || '4500';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    const held = JSON.stringify(port);
    giveUp(`HUBSPOT_EMULATOR_PORT holds ${held}, but takes a port number from 0 to 65535.`);
  }
  const emulator = launch(process.execPath, [join('scripts', 'hubspot-emulator.mjs')], {
    env: {
      ...env,
      HUBSPOT_EMULATOR_PORT: port,
      // What is known of leads there is of use only as long as it is there.
      HUBSPOT_EMULATOR_FILE: join(resolve(env.DATA_DIR?.trim() || 'data'), 'hubspot-emulator.json'),
      // The names that the portal begins with.
      HUBSPOT_EMULATOR_COMMISSIONS: 'partner_commission_payable,partner_commission_alltime',
      npm_lifecycle_event: '',
    },
    cwd: root,
    shell: false,
    // Not in the group of the terminal: a Ctrl-C ends the portal first, and that ends this.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const [, address, key] = await readyLine(emulator, port);
  process.once('exit', () => emulator.kill('SIGTERM'));
  for (const part of [emulator, emulator.channel, emulator.stdout, emulator.stderr]) part?.unref();
  Object.assign(env, {
    HUBSPOT_BASE_URL: address,
    HUBSPOT_ACCESS_TOKEN: key,
    HUBSPOT_EMULATOR_PORT: new URL(address).port,
  });
}

function readyLine(emulator, port) {
  return new Promise((done) => {
    let said = '';
    const read = (chunk) => {
      said += chunk;
      const ready = /is ready: (\S+) \(key (\S+)\)/.exec(said);
      if (ready) done(ready);
    };
    emulator.stdout.on('data', read);
    emulator.stderr.on('data', read);
    emulator.once('exit', () => {
      const taken = `Port ${port} is already in use: set HUBSPOT_EMULATOR_PORT to a free one.`;
      giveUp(said.includes('EADDRINUSE') ? taken : `The HubSpot emulator did not start:\n${said}`);
    });
  });
}
