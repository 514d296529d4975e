// npm run hubspot-emulator: an account to talk to where HubSpot cannot be reached.
import { startEmulator } from './start.ts';

const {
  HUBSPOT_EMULATOR_PORT,
  HUBSPOT_EMULATOR_KEY,
  HUBSPOT_EMULATOR_FILE,
  HUBSPOT_EMULATOR_COMMISSIONS,
} = process.env;
const [payable, alltime] = HUBSPOT_EMULATOR_COMMISSIONS?.split(',') ?? [];

const emulator = await startEmulator({
  port: Number(HUBSPOT_EMULATOR_PORT ?? 4500),
  file: HUBSPOT_EMULATOR_FILE,
  commissions: payable && alltime ? { payable, alltime } : undefined,
  report: (error) => process.stderr.write(`${error instanceof Error ? error.stack : error}\n`),
  ...(HUBSPOT_EMULATOR_KEY && { key: HUBSPOT_EMULATOR_KEY }),
});
process.stdout.write(`HubSpot emulator is ready: ${emulator.url} (key ${emulator.key})\n`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void emulator.stop().then(() => process.exit(0));
  });
}
