export type LimitSettings = { tenSecondly: number; daily: number; searchSecondly: number };
export type Policy = 'DAILY' | 'TEN_SECONDLY_ROLLING' | 'SECONDLY';

const defaultLimits: LimitSettings = { tenSecondly: 190, daily: 625_000, searchSecondly: 5 };

const windowMs = 10_000;
const dayMs = 86_400_000;

type Usage = { recent: number[]; searches: number[]; day: number; today: number };
export type Limits = { settings: LimitSettings; usage: Map<string, Usage> };

export function createLimits(settings: Partial<LimitSettings> = {}): Limits {
  return { settings: { ...defaultLimits, ...settings }, usage: new Map() };
}

function usageOf(limits: Limits, token: string, now: number): Usage {
  const usage = limits.usage.get(token) ?? { recent: [], searches: [], day: 0, today: 0 };
  limits.usage.set(token, usage);
  const day = Math.floor(now / dayMs);
  if (usage.day !== day) {
    usage.day = day;
    usage.today = 0;
  }
  usage.recent = usage.recent.filter((at) => at > now - windowMs && at <= now);
  usage.searches = usage.searches.filter((at) => at > now - 1000 && at <= now);
  return usage;
}

/** Counts a call, or says which limit it would exceed: such a call is not counted. */
export function countCall(
  limits: Limits,
  token: string,
  isSearch: boolean,
  now: number,
): Policy | undefined {
  const { settings } = limits;
  const usage = usageOf(limits, token, now);
  if (usage.today >= settings.daily) return 'DAILY';
  if (isSearch && usage.searches.length >= settings.searchSecondly) return 'SECONDLY';
  if (usage.recent.length >= settings.tenSecondly) return 'TEN_SECONDLY_ROLLING';
  usage.today += 1;
  usage.recent.push(now);
  if (isSearch) usage.searches.push(now);
  return undefined;
}

export function limitHeaders(limits: Limits, token: string, now: number): Record<string, string> {
  const { settings } = limits;
  const usage = usageOf(limits, token, now);
  return {
    'x-hubspot-ratelimit-daily': String(settings.daily),
    'x-hubspot-ratelimit-daily-remaining': String(Math.max(0, settings.daily - usage.today)),
    'x-hubspot-ratelimit-interval-milliseconds': String(windowMs),
    'x-hubspot-ratelimit-max': String(settings.tenSecondly),
    'x-hubspot-ratelimit-remaining': String(
      Math.max(0, settings.tenSecondly - usage.recent.length),
    ),
  };
}

/** The body of a 429: unlike every other error it has no category. */
export function limitBody(policyName: Policy, correlationId: string) {
  const message = `You have reached your ${policyName.toLowerCase()} limit.`;
  return { status: 'error', message, errorType: 'RATE_LIMIT', correlationId, policyName };
}

export function usedToday(limits: Limits, token: string, now: number): number {
  return usageOf(limits, token, now).today;
}
