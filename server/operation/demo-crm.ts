import type { AppContext } from '#server/app-context.ts';
import type { Config } from '#server/config.ts';
import { changeBackfill } from '#server/crm/connection/backfill.ts';
import { setUpCrm } from '#server/crm/connection/set-up-crm.ts';
import { OperatorError } from '#server/lib/operator-error.ts';

const setUpAgainMilliseconds = 15_000;
const thisMachine = ['127.0.0.1', 'localhost', '[::1]'];

/** Made-up leads must not get into an account that somebody works with. */
export function refuseRealHubSpot({ hubspotBaseUrl }: Config): void {
  if (thisMachine.includes(new URL(hubspotBaseUrl).hostname)) return;
  throw new OperatorError('--demo-crm is for npm start, which brings a HubSpot of its own.');
}

/** The properties and the leads of the demo go to the emulator; says where a person moves them. */
export async function connectDemoCrm(context: AppContext): Promise<string[]> {
  const why = await setUpDemo(context);
  const place = `HubSpot, played by its emulator: ${context.config.hubspotBaseUrl}`;
  if (why === undefined)
    return [place, 'Move a deal or a contact there, and the portal follows within a minute.'];
  setUpLater(context);
  return [place, `It is not set up yet (${why}): that is tried again until it is.`];
}

/** Answers with why it cannot be done: faults that are switched on there are no reason not to start. */
async function setUpDemo(context: AppContext): Promise<string | undefined> {
  try {
    await setUpCrm(context);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  await changeBackfill(context.db, 'running');
  return undefined;
}

function setUpLater(context: AppContext): void {
  setTimeout(async () => {
    // What fails otherwise is the end of the portal, which has closed its database.
    const why = await setUpDemo(context).catch(() => undefined);
    if (why !== undefined) setUpLater(context);
  }, setUpAgainMilliseconds).unref();
}
