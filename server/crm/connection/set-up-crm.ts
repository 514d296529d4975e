import type { AppContext } from '#server/app-context.ts';
import { openCrm } from '#server/crm/hubspot/crm-context.ts';
import { HubSpotFault, HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import { makeProperties } from '#server/crm/hubspot/make-properties.ts';
import { findCommissionProperties } from '#server/crm/kept/connection-state.queries.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { clearFault } from './connection.ts';

const remedies: Partial<Record<HubSpotFault['kind'], string>> = {
  key_refused: 'HubSpot refuses the key of HUBSPOT_ACCESS_TOKEN',
  scope_missing: 'The key of HUBSPOT_ACCESS_TOKEN may not make properties',
};

/** For the operator: what was made in HubSpot, line by line; what prevents it in one. */
export async function setUpCrm(context: AppContext): Promise<string[]> {
  const crm = openCrm(context, { isForPerson: true });
  if (!crm) {
    throw new OperatorError(
      'HUBSPOT_ACCESS_TOKEN is not set: it takes a service key of the account to set up.',
    );
  }
  try {
    const lines = await makeProperties(crm.client, await findCommissionProperties(crm.db));
    // Whatever waited for this goes on at once.
    await clearFault(crm.db, jobKinds.push);
    return lines;
  } catch (error) {
    if (error instanceof HubSpotFault) {
      const remedy = remedies[error.kind];
      throw new OperatorError(`${remedy ? `${remedy}: ` : ''}${error.message}`);
    }
    if (error instanceof HubSpotRefused)
      throw new OperatorError(`HubSpot does not make it: ${error.message}`);
    throw error;
  }
}
