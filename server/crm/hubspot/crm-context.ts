import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/db/database.ts';
import { hubspotBudget } from './budget.ts';
import { type ClientOptions, type HubSpotClient, hubspotClient } from './client.ts';

/** What works with HubSpot, in production as in tests. */
export type CrmContext = { db: Database; client: HubSpotClient; clock: () => Date };

/** The clocks of both sides: what a moment of the portal's is by HubSpot's. */
export type Clocks = { clock: () => Date; hubspotTime: (at?: Date) => Date };

export function clocksOf({ clock, client }: CrmContext): Clocks {
  return { clock, hubspotTime: client.hubspotTime };
}

/** Nothing where no key is set: the portal is its own CRM. */
export function openCrm(
  { db, config, clock }: AppContext,
  {
    isForPerson = false,
    ...options
  }: { isForPerson?: boolean } & Pick<ClientOptions, 'tries' | 'tell' | 'signal'> = {},
): CrmContext | undefined {
  const { hubspotAccessToken: token, hubspotBaseUrl: baseUrl } = config;
  if (!token) return undefined;
  const budget = hubspotBudget(db, clock, { isForPerson });
  const client = hubspotClient({ baseUrl, token, budget, clock, ...options });
  return { db, client, clock };
}
