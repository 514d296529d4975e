import type { CommissionProperties, CrmFault, CrmTest } from '#contract/crm.ts';
import { crmText } from '#contract/crm-text.ts';
import type { NewProperty } from '#server/crm/hubspot/account.ts';
import type { HubSpotClient } from '#server/crm/hubspot/client.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { HubSpotFault, HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import {
  dealProperties,
  lookForProperties,
  ownCompanyProperties,
} from '#server/crm/hubspot/make-properties.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import { refreshValues } from '#server/crm/kept/account-values.ts';
import { findCommissionProperties } from '#server/crm/kept/connection-state.queries.ts';
import { deleteAnyFault } from './connection.queries.ts';
import { clearFault } from './connection.ts';

/** Answers with a word more, or throws what is wrong. */
type Step = { text: string; run: () => Promise<string | null> };

/** Where HubSpot does not answer at all, the other steps have nothing to tell. */
const ends: CrmFault[] = ['key_refused', 'unreachable', 'daily_limit'];

/**
 * Step by step, as a person would, and each that fails says what is wrong. What a person sees to work
 * holds nobody up any longer: a fault of which that is the opposite is forgotten.
 */
export async function tryConnection(context: CrmContext): Promise<CrmTest> {
  const steps: CrmTest['steps'] = [];
  for (const { text, run } of stepsOf(context)) {
    try {
      steps.push({ text, ok: true, detail: await run() });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      steps.push({ text, ok: false, detail });
      if (error instanceof HubSpotFault && ends.includes(error.kind)) break;
    }
  }
  const ok = steps.every((step) => step.ok);
  if (ok) await deleteAnyFault(context.db);
  return { ok, steps };
}

function stepsOf(context: CrmContext): Step[] {
  const { client, db } = context;
  return [
    {
      text: crmText.test.answers,
      run: async () => {
        const account = await readAccount(client);
        await clearFault(db, 'test_crm');
        return account;
      },
    },
    {
      text: crmText.test.values,
      run: async () => {
        await refreshValues(context);
        return null;
      },
    },
    {
      text: crmText.test.rights,
      run: () => requireRights(client),
    },
    {
      text: crmText.test.ownProperties,
      run: () => requireOwnProperties(client),
    },
    {
      text: crmText.test.commissions,
      run: async () => requireCommissions(client, await findCommissionProperties(db)),
    },
  ];
}

/** A key that may work with leads need not be one that may ask for this. */
async function readAccount(client: HubSpotClient): Promise<string | null> {
  try {
    return crmText.test.account((await client.readAccount()).portalId);
  } catch (error) {
    if (error instanceof HubSpotFault && error.kind === 'scope_missing') return null;
    throw error;
  }
}

/** In the order in which the step names them. */
const asNamed: ObjectType[] = ['contacts', 'companies', 'deals'];
/** No object has it: what is asked of it reads and changes nothing. */
const nobody = '0';

/**
 * HubSpot tells the scopes of a private app, but not of a service key. So each right is used, on what
 * is not there: a right that is missing is refused before anybody looks for it.
 */
async function requireRights(client: HubSpotClient): Promise<null> {
  const missing: string[] = [];
  for (const type of asNamed) {
    const written = { trace: nobody, id: nobody, properties: {} };
    const uses = {
      read: () => client.batchRead(type, { ids: [nobody] }),
      write: () => client.batchUpdate(type, [written]),
    };
    for (const [access, use] of Object.entries(uses))
      if (!(await isAllowed(use))) missing.push(`crm.objects.${type}.${access}`);
  }
  if (missing.length === 0) return null;
  throw new Error(crmText.test.rightsMissing(missing));
}

async function isAllowed(use: () => Promise<unknown>): Promise<boolean> {
  try {
    await use();
  } catch (error) {
    if (error instanceof HubSpotFault && error.kind === 'scope_missing') return false;
    // That there is no such object is what is hoped for; whatever else is refused is no right to it.
    const isOfObject =
      error instanceof HubSpotRefused &&
      (error.status === 400 || error.refusal.category === 'OBJECT_NOT_FOUND');
    if (!isOfObject) throw error;
  }
  return true;
}

async function requireOwnProperties(client: HubSpotClient): Promise<null> {
  const faults = [
    ...(await faultsOf(client, 'deals', dealProperties)),
    ...(await faultsOf(client, 'companies', ownCompanyProperties)),
  ];
  if (faults.length === 0) return null;
  throw new Error(crmText.test.toSetUp(faults));
}

async function faultsOf(
  client: HubSpotClient,
  type: ObjectType,
  wanted: NewProperty[],
): Promise<string[]> {
  const { there, missing } = await lookForProperties(client, type, wanted);
  const names = missing.map(({ name, label }) => crmText.test.property(name, label));
  const wrong = wanted.flatMap((property) => {
    const found = there.get(property.name);
    if (found && found.type !== property.type)
      return [crmText.test.otherType(property.name, type, found.type, property.type)];
    return found && property.hasUniqueValue && !found.hasUniqueValue
      ? [crmText.test.notUnique(property.name, type)]
      : [];
  });
  return [...(names.length > 0 ? [crmText.test.missing(type, names)] : []), ...wrong];
}

async function requireCommissions(
  client: HubSpotClient,
  {
    commission_payable_to_partner: payable,
    alltime_commission_payable: alltime,
  }: CommissionProperties,
): Promise<null> {
  const { missing, others } = await unfitCommissions(client, [payable, alltime]);
  if (missing.length > 0)
    throw new Error(crmText.test.toSetUp([crmText.test.missing('companies', missing)]));
  if (others.length > 0) throw new Error(crmText.test.noNumbers(others));
  return null;
}

/** Of properties that are to hold commissions. */
export type Unfit = Record<'missing' | 'others', string[]>;

/** Which of these no company in HubSpot has, and which hold something else than numbers. */
export async function unfitCommissions(client: HubSpotClient, names: string[]): Promise<Unfit> {
  const there = await client.readProperties('companies');
  const types = new Map(there.map(({ name, type }) => [name, type]));
  const once = [...new Set(names)];
  return {
    missing: once.filter((name) => !types.has(name)),
    others: once.filter((name) => types.has(name) && types.get(name) !== 'number'),
  };
}
