import type { Socket } from 'node:net';
import { type FaultSettings, noFaults } from './faults.ts';
import type { Key } from './keys.ts';
import { createLimits, type LimitSettings, type Limits } from './limits.ts';
import { createWaits } from './waits.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';
import { createWorld, type World } from './world.ts';

export type EmulatorOptions = {
  /** The bearer token that is let in. */
  key: string;
  seed: number;
  portalId: number;
  /** Milliseconds; another clock makes limits and lag testable without waiting. */
  now: () => number;
  limits: Partial<LimitSettings>;
  faults: Partial<FaultSettings>;
  /** Where what the emulator itself got wrong is told. */
  report: (error: unknown) => void;
};

type Call = { method: string; url: string; route: string; status: number };

export type Emulator = {
  world: World;
  keys: Key[];
  limits: Limits;
  faults: FaultSettings;
  webhooks: Webhooks;
  requests: Call[];
  /** Every call that is answered at all, as `GET /crm/v3/objects/:objectType`. */
  routes: string[];
  realNow: () => number;
  /** Resolves after the time, or once the caller has gone or the emulator stops. */
  wait: (milliseconds: number, socket: Socket) => Promise<void>;
  endWaits: () => void;
  report: (error: unknown) => void;
};

export function createEmulator(options: Partial<EmulatorOptions> = {}): Emulator {
  const realNow = options.now ?? Date.now;
  const faults: FaultSettings = { ...noFaults, ...options.faults };
  const world = createWorld({
    seed: options.seed ?? 1,
    portalId: options.portalId ?? 62_515,
    now: () => realNow() + faults.clockOffsetMs,
  });
  const report = options.report ?? (() => {});
  const webhooks = createWebhooks(world, faults, report);
  world.indexLagMs = () => faults.indexLagMs;
  world.onChange = (change) => webhooks.take(change);
  const waits = createWaits();
  return {
    world,
    keys: [{ token: options.key ?? 'pat-emulator-key', status: 'active', scopes: 'all' }],
    limits: createLimits(options.limits),
    faults,
    webhooks,
    requests: [],
    routes: [],
    realNow,
    wait: waits.wait,
    endWaits: waits.end,
    report,
  };
}
