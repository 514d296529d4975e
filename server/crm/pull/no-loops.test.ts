import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fromHubSpot,
  type HubSpotFacts,
  isFirstStage,
  type MappedValue,
  type Mapping,
  toHubSpot,
} from '#server/crm/kept/mapping.ts';
import { agreedAfter, isSame, settle } from './who-wins.ts';

const value = (kind: MappedValue['kind'], name: string, status: string | null, first = false) => ({
  ...{ kind, value: name, status, is_first: first, is_gone: false },
  pipeline: kind === 'stage' ? 'sales' : null,
});
const mapping: Mapping = [
  value('stage', 'first', null, true),
  value('stage', 'qualified', 'open deal'),
  value('stage', 'presented', 'Open Deal'),
  value('stage', 'unnamed', null),
  value('stage', 'won', 'closed won'),
  value('lead_status', 'NEW', 'new'),
  value('lead_status', 'OPEN', 'open'),
  value('lead_status', 'REACHED', 'connected'),
  value('lead_status', 'CONNECTED', 'connected'),
  value('lead_status', 'BAD_TIMING', null),
];
const stages = mapping.filter(({ kind }) => kind === 'stage').map((one) => one.value);
const leadStatuses = mapping.filter(({ kind }) => kind === 'lead_status').map((one) => one.value);
const statuses = ['new', 'open', 'connected', 'open deal', 'closed won'];

/** One lead on both sides, and what the portal knows of the other. */
type World = {
  time: number;
  calls: number;
  portal: { status: string; at: Date | null };
  hubspot: HubSpotFacts;
  known: HubSpotFacts;
  agreed: string | null;
};

function newWorld(): World {
  const facts = {
    ...{ stage: 'first', stage_at: timeText(0), lead_status: 'NEW', lead_status_at: timeText(0) },
  };
  return {
    time: 1,
    calls: 0,
    portal: { status: 'new', at: null },
    hubspot: { ...facts },
    known: { ...facts },
    agreed: null,
  };
}

function timeText(minutes: number): string {
  return new Date(Date.UTC(2026, 10, 15) + minutes * 60_000).toISOString();
}

function settleWorld(world: World): ReturnType<typeof settle> {
  const hubspot = fromHubSpot(mapping, world.known);
  const isSendable = toHubSpot(mapping, world.portal.status, world.known) !== undefined;
  const sides = {
    portal: world.portal,
    isSendable,
    isRead: true,
    isAtStart: isFirstStage(mapping, world.known.stage),
    hubspot,
    agreed: world.agreed,
  };
  const is = settle(sides);
  world.agreed = agreedAfter(is, sides);
  if (is === 'take' && hubspot.status !== null)
    world.portal = { status: hubspot.status, at: new Date(timeText(world.time)) };
  return is;
}

/** Only what differs from what is known is looked at; before something is sent, everything is. */
function pull(world: World, isLookedAt = !isDeepStrictEqual(world.known, world.hubspot)): void {
  if (!isLookedAt) return;
  world.known = { ...world.hubspot };
  settleWorld(world);
}

/** Reads, then writes; the answer may be lost, and then the portal does not know what it has done. */
function push(world: World, isLost: boolean): boolean {
  if (isSame(world.portal.status, world.agreed)) return false;
  pull(world, true);
  const sent = toHubSpot(mapping, world.portal.status, world.known);
  if (isSame(world.portal.status, world.agreed) || !sent) return false;
  world.calls++;
  const at = timeText(world.time);
  if (sent.stage !== world.hubspot.stage)
    Object.assign(world.hubspot, { stage: sent.stage, stage_at: at });
  if (sent.lead_status !== null && sent.lead_status !== world.hubspot.lead_status)
    Object.assign(world.hubspot, { lead_status: sent.lead_status, lead_status_at: at });
  if (isLost) return true;
  world.known = { ...world.hubspot };
  world.agreed = world.portal.status;
  return true;
}

const step = fc.oneof(
  fc.record({ do: fc.constant('portal' as const), status: fc.constantFrom(...statuses) }),
  fc.record({ do: fc.constant('stage' as const), value: fc.constantFrom(...stages) }),
  fc.record({ do: fc.constant('contact' as const), value: fc.constantFrom(...leadStatuses) }),
  fc.record({ do: fc.constant('pull' as const) }),
  fc.record({ do: fc.constant('push' as const), isLost: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function take(world: World, one: Step): void {
  world.time++;
  const at = timeText(world.time);
  if (one.do === 'portal' && !isSame(one.status, world.portal.status))
    world.portal = { status: one.status, at: new Date(at) };
  if (one.do === 'stage' && one.value !== world.hubspot.stage)
    Object.assign(world.hubspot, { stage: one.value, stage_at: at });
  if (one.do === 'contact' && one.value !== world.hubspot.lead_status)
    Object.assign(world.hubspot, { lead_status: one.value, lead_status_at: at });
  if (one.do === 'pull') pull(world);
  if (one.do === 'push') push(world, one.isLost);
}

test('Whatever happens on both sides, in any order and with lost answers, they agree in the end after one call at most', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const world = newWorld();
      for (const one of steps) take(world, one);
      const before = world.calls;
      for (let turns = 0; turns < 4; turns++) {
        world.time++;
        pull(world);
        push(world, false);
      }
      const there = fromHubSpot(mapping, world.hubspot).status;
      // Only what HubSpot has and nobody has named may differ: then the portal had nothing new to say.
      if (there !== null) expect(isSame(there, world.portal.status)).toBe(true);
      expect(isSame(world.agreed, world.portal.status)).toBe(true);
      expect(world.calls - before).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});

test('Of two changes between which nobody has looked, the later one stands on both sides', () => {
  const changed = fc.record({
    status: fc.constantFrom('open', 'connected', 'closed won'),
    stage: fc.constantFrom('qualified', 'won'),
    isPortalLater: fc.boolean(),
    isPushedFirst: fc.boolean(),
  });
  fc.assert(
    fc.property(changed, ({ status, stage, isPortalLater, isPushedFirst }) => {
      const world = newWorld();
      pull(world);
      const there = () => take(world, { do: 'stage', value: stage });
      const here = () => take(world, { do: 'portal', status });
      for (const change of isPortalLater ? [there, here] : [here, there]) change();
      world.time++;
      for (let turns = 0; turns < 2; turns++) {
        if (isPushedFirst) push(world, false);
        pull(world);
        push(world, false);
      }
      const wins = isPortalLater
        ? status
        : (mapping.find((one) => one.value === stage)?.status ?? '');
      expect(isSame(world.portal.status, wins)).toBe(true);
      expect(isSame(fromHubSpot(mapping, world.hubspot).status, wins)).toBe(true);
    }),
  );
});
