import { z } from 'zod';
import type { Random } from './random.ts';

const share = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0);

/** Everything that can go wrong, each off unless it is switched on. */
export const faultSettings = z.object({
  share429: share.describe('Answers 429'),
  share500: share.describe('Answers 500'),
  share502: share.describe('Answers 502'),
  share503: share.describe('Answers 503'),
  share423: share.describe('Writes answered 423 Locked'),
  slowShare: share.describe('Slow answers'),
  slowMs: milliseconds.describe('How slow (ms)'),
  dropBeforeShare: share.describe('Connection dropped, nothing done'),
  dropAfterShare: share.describe('Connection dropped, work done'),
  hangShare: share.describe('Never answers, work done'),
  indexLagMs: milliseconds.describe('Search index behind (ms)'),
  repeatPageShare: share.describe('Search pages that repeat records'),
  reorderPageShare: share.describe('Search pages out of order'),
  holeShare: share.describe('Search pages that leave a record out'),
  webhookRepeatShare: share.describe('Webhooks sent twice'),
  webhookReorderShare: share.describe('Webhooks out of order'),
  clockOffsetMs: z.number().int().describe('Clock ahead (ms)'),
  outageUntil: z.number().int().describe('Outage until (time)'),
});
export type FaultSettings = z.infer<typeof faultSettings>;
export type FaultName = keyof FaultSettings;

export const noFaults = Object.fromEntries(
  Object.keys(faultSettings.shape).map((name) => [name, name === 'slowMs' ? 3000 : 0]),
) as FaultSettings;

/** What happens to one call; drawn once, so that a seed gives the same run again. */
export type Fate =
  | { kind: 'answer'; delayMs: number }
  | { kind: 'status'; status: 423 | 429 | 500 | 502 | 503 }
  | { kind: 'dropBefore' | 'dropAfter' | 'hang' };

export function drawFate(
  faults: FaultSettings,
  call: { isWrite: boolean; now: number },
  random: Random,
): Fate {
  if (call.now < faults.outageUntil) return { kind: 'status', status: 503 };
  const chances: [number, Fate][] = [
    [faults.share429, { kind: 'status', status: 429 }],
    [faults.share500, { kind: 'status', status: 500 }],
    [faults.share502, { kind: 'status', status: 502 }],
    [faults.share503, { kind: 'status', status: 503 }],
    [call.isWrite ? faults.share423 : 0, { kind: 'status', status: 423 }],
    [faults.dropBeforeShare, { kind: 'dropBefore' }],
    [faults.dropAfterShare, { kind: 'dropAfter' }],
    [faults.hangShare, { kind: 'hang' }],
  ];
  let drawn = random();
  for (const [chance, fate] of chances) {
    if (drawn < chance) return fate;
    drawn -= chance;
  }
  return { kind: 'answer', delayMs: random() < faults.slowShare ? faults.slowMs : 0 };
}

/** What stands in front of HubSpot answers HTML, not JSON. */
export function gatewayPage(status: number): string {
  return `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
}
