import { buildApp } from './app.ts';
import { billCompanies, type CommissionNames } from './billing.ts';
import { type Control, createControl } from './control.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts';
import { loadWorld, saveWorld } from './snapshot.ts';

export type StartOptions = Partial<EmulatorOptions> & {
  /** 0, or none, for any that is free. */
  port?: number;
  /** Where the account is read from at the start and written to at the end. */
  file?: string | undefined;
  /** Where the companies of won deals are billed; without names nobody bills them. */
  commissions?: CommissionNames | undefined;
};

const billEveryMilliseconds = 30_000;

export type RunningEmulator = {
  /** Where HubSpot's calls go instead of https://api.hubapi.com. */
  url: string;
  key: string;
  control: Control;
  stop: () => Promise<void>;
};

/** On this machine only: it lets everybody who can reach it do everything. */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const emulator = createEmulator(options);
  if (options.file) loadWorld(emulator.world, options.file);
  const control = createControl(emulator);
  const app = buildApp(emulator, control);
  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const billing = startBilling(emulator, options.commissions);
  return {
    url,
    key: emulator.keys[0]?.token ?? '',
    control,
    async stop() {
      clearInterval(billing);
      emulator.webhooks.stop();
      emulator.endWaits();
      await app.close();
      if (options.file) saveWorld(emulator.world, options.file);
    },
  };
}

function startBilling({ world, report }: Emulator, names: CommissionNames | undefined) {
  if (!names) return undefined;
  return setInterval(() => {
    try {
      billCompanies(world, names);
    } catch (error) {
      report(error);
    }
  }, billEveryMilliseconds);
}
