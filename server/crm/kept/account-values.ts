import type {
  HubSpotClient,
  HubSpotPipeline,
  HubSpotProperty,
} from '#server/crm/hubspot/client.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import type { Db } from '#server/db/database.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { jobKinds } from './job-kinds.ts';
import { usualName } from './known-values.ts';
import { type AccountValue, markGone, storeValues } from './mapping.queries.ts';

/** What the account calls the stages of its deals and the lead statuses of its contacts. */
async function readAccountValues(
  client: Pick<HubSpotClient, 'readPipelines' | 'readProperties'>,
  signal?: AbortSignal,
): Promise<AccountValue[]> {
  const pipelines = await client.readPipelines(signal);
  const properties = await client.readProperties('contacts', signal);
  return [...stagesOf(pipelines), ...leadStatusesOf(properties)];
}

function stagesOf(pipelines: HubSpotPipeline[]): AccountValue[] {
  return pipelines.flatMap((pipeline, p) =>
    pipeline.stages.map(({ id: value, label }, s) => {
      const status = usualName('stage', value);
      return {
        kind: 'stage' as const,
        value,
        label: pipelines.length > 1 ? `${label} (${pipeline.label})` : label,
        pipeline: pipeline.id,
        position: p * 1_000 + s,
        is_first: s === 0,
        status,
        is_named: status !== null || s === 0,
      };
    }),
  );
}

function leadStatusesOf(properties: HubSpotProperty[]): AccountValue[] {
  const options = properties.find(({ name }) => name === 'hs_lead_status')?.options ?? [];
  return options.map(({ value, label }, position) => {
    const status = usualName('lead_status', value);
    return {
      kind: 'lead_status' as const,
      value,
      label,
      pipeline: null,
      position,
      is_first: false,
      status,
      is_named: status !== null,
    };
  });
}

/** What tells another status than before is applied to the leads that stand in it. */
export async function refreshValues({ db, client }: CrmContext, signal?: AbortSignal) {
  const values = await readAccountValues(client, signal);
  await db.transaction(async (tx) => {
    const changed = await storeValues(tx, values);
    await markGone(tx, values);
    await applyLater(tx, changed);
  });
}

/** A job of its own for each change: one that is under way goes on to its end. */
export async function applyLater(
  tx: Db,
  values: readonly { kind: string; value: string }[],
): Promise<void> {
  for (const { kind, value } of values)
    await enqueue(tx, jobKinds.applyName, uuidv7(), { kind, value });
}
