import type { AppContext } from '#server/app-context.ts';
import type { Config } from '#server/config.ts';
import { changeBackfill } from '#server/crm/backfill.ts';
import { setUpCrm } from '#server/crm/set-up-crm.ts';
import { OperatorError } from '#server/lib/operator-error.ts';

const thisMachine = ['127.0.0.1', 'localhost', '[::1]'];

/** Made-up leads must not get into an account that somebody works with. */
export function refuseRealHubSpot({ hubspotBaseUrl }: Config): void {
  if (thisMachine.includes(new URL(hubspotBaseUrl).hostname)) return;
  throw new OperatorError('--demo-crm is for npm start, which brings a HubSpot of its own.');
}

/** The properties and the leads of the demo go to the emulator; says where a person moves them. */
export async function connectDemoCrm(context: AppContext): Promise<string[]> {
  await setUpCrm(context);
  await changeBackfill(context.db, 'running');
  return [
    `HubSpot, played by its emulator: ${context.config.hubspotBaseUrl}`,
    'Move a deal or a contact there, and the portal follows within a minute.',
  ];
}
