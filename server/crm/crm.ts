import type { Crm, MappingChange } from '#contract/crm.ts';
import { crmText } from '#contract/crm-text.ts';
import { statusText } from '#contract/lead-status.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { dropJob, enqueue, retryJob, retryJobs } from '#server/jobs/jobs.ts';
import { type Unfit, unfitCommissions } from './connection/try-connection.ts';
import {
  countJobs,
  findLeadNames,
  findParked,
  findSharedCompanies,
  takeMappingVersion,
  updateProperties,
} from './crm.queries.ts';
import type { HubSpotClient } from './hubspot/client.ts';
import { HubSpotFault } from './hubspot/errors.ts';
import { applyLater } from './kept/account-values.ts';
import { findConnection } from './kept/connection-state.queries.ts';
import { hurrySweep } from './kept/cursors.queries.ts';
import { jobKinds } from './kept/job-kinds.ts';
import {
  countLeadsByStatus,
  countLeadsInValues,
  findValues,
  nameValues,
  type ValueRow,
} from './kept/mapping.queries.ts';
import { toHubSpot } from './kept/mapping.ts';

/** What jobs do, in plain words; what is not named here is never parked. */
const whatJobsDo: Record<string, string> = {
  [jobKinds.push]: crmText.jobs.push,
  [jobKinds.backfill]: crmText.jobs.backfill,
};
/** What a person waits for, and not what goes on for ever. */
const queued = Object.keys(whatJobsDo);
const mostParked = 50;
const mostShared = 50;

/** The connection, its queue and its mapping. */
export async function readCrm(db: Db): Promise<Crm> {
  const connection = await findConnection(db);
  const { on_since, account, fault, last_pull_at, last_push_at } = connection;
  const values = await findValues(db);
  return {
    connected: on_since !== null,
    account,
    fault,
    last_pull_at,
    last_push_at,
    queue: await countJobs(db, queued, jobKinds.push),
    parked: await readParked(db),
    backfill: {
      state: connection.backfill_state,
      done: connection.backfill_done,
      total: connection.backfill_total,
      changed: connection.backfill_changed,
    },
    mapping_version: connection.mapping_version,
    values: await describeValues(db, values),
    unsent: await readUnsent(db, values),
    properties: {
      commission_payable_to_partner: connection.commission_payable_to_partner,
      alltime_commission_payable: connection.alltime_commission_payable,
    },
    shared_companies: on_since === null ? [] : await findSharedCompanies(db, mostShared),
  };
}

async function readParked(db: Db): Promise<Crm['parked']> {
  const jobs = await findParked(db, queued, mostParked);
  const leads = await findLeadNames(
    db,
    jobs.flatMap(({ kind, key }) => (kind === jobKinds.push ? [key] : [])),
  );
  return jobs.map(({ id, kind, key, reason, attempts, is_retried, parked_at }) => ({
    id,
    lead: leads.find((lead) => lead.id === key) ?? null,
    what: whatJobsDo[kind] ?? kind,
    reason,
    attempts,
    is_retried,
    parked_at,
  }));
}

/** What the account has no more is shown while leads stand in it. */
async function describeValues(db: Db, values: ValueRow[]): Promise<Crm['values']> {
  const counts = await countLeadsInValues(db);
  return values.flatMap(({ kind, value, label, status, is_named, is_gone }) => {
    const counted = counts.find((count) => count.kind === kind && count.value === value);
    const leads = counted?.leads ?? 0;
    if (is_gone && leads === 0) return [];
    return [{ kind, value, label, status, is_new: !is_named, leads }];
  });
}

/** Statuses that leads have and no value of HubSpot is called: whoever sets them sets them here only. */
async function readUnsent(db: Db, values: ValueRow[]): Promise<Crm['unsent']> {
  if (values.length === 0) return [];
  const statuses = await countLeadsByStatus(db);
  return statuses
    .filter(({ status }) => status !== '' && !toHubSpot(values, status))
    .map(({ status, leads }) => ({ status: statusText(status), leads }));
}

/** The leads that stand in a value get its new name in the background, and companies their amounts. */
export async function changeMapping(
  db: Database,
  { version, values = [], properties }: MappingChange,
): Promise<Crm> {
  await db.transaction(async (tx) => {
    if (!(await takeMappingVersion(tx, version)))
      throw new AppError('conflict', crmText.mappingChanged);
    const known = await findValues(tx);
    const isKnown = ({ kind, value }: { kind: string; value: string }) =>
      known.some((one) => one.kind === kind && one.value === value);
    if (!values.every(isKnown)) throw new AppError('invalid', crmText.unknownValue);
    // Of one that is named twice the last name counts.
    const last = new Map(values.map((name) => [`${name.kind} ${name.value}`, name]));
    await applyLater(tx, await nameValues(tx, [...last.values()]));
    if (!properties) return;
    const connection = await findConnection(tx);
    const {
      commission_payable_to_partner = connection.commission_payable_to_partner,
      alltime_commission_payable = connection.alltime_commission_payable,
    } = properties;
    const names = { commission_payable_to_partner, alltime_commission_payable };
    if (await updateProperties(tx, names)) await readCompaniesAnew(tx);
  });
  return readCrm(db);
}

/**
 * A name that no company has, or that holds no numbers, would show 'Not available' everywhere; where
 * HubSpot does not answer, it is taken.
 */
export async function refuseUnfitProperties(
  client: HubSpotClient,
  properties: NonNullable<MappingChange['properties']>,
): Promise<void> {
  const names = Object.values(properties).flatMap((name) => name ?? []);
  const { missing, others } = await unfitCommissions(client, names).catch((error): Unfit => {
    if (error instanceof HubSpotFault) return { missing: [], others: [] };
    throw error;
  });
  const [why, unfit] =
    missing.length > 0 ? [crmText.unknownProperty, missing] : [crmText.noNumbers, others];
  if (unfit.length === 0) return;
  const fields = Object.entries(properties).filter(([, name]) => unfit.includes(name ?? ''));
  throw new AppError('invalid', crmText.unfit(why, unfit), {
    details: { fields: Object.fromEntries(fields.map(([field]) => [field, why])) },
  });
}

async function readCompaniesAnew(tx: Db): Promise<void> {
  await hurrySweep(tx, 'companies');
  await enqueue(tx, jobKinds.sweep, 'companies');
}

export async function retryParked(db: Db, id: string): Promise<void> {
  if (!(await retryJob(db, queued, id))) throw new AppError('not_found', crmText.jobNotFound);
}

/** Also those that the page has no room for. */
export async function retryAllParked(db: Db): Promise<void> {
  await retryJobs(db, queued);
}

export async function dropParked(db: Db, id: string): Promise<void> {
  if (!(await dropJob(db, queued, id))) throw new AppError('not_found', crmText.jobNotFound);
}
