import type {
  HubSpotClient,
  HubSpotObject,
  Properties,
  Search,
} from '#server/crm/hubspot/client.ts';
import type { Refusal } from '#server/crm/hubspot/errors.ts';
import { ownProperties } from '#server/crm/hubspot/property-names.ts';
import {
  type CompanyKey,
  companyKeyOf,
  nameKey,
  type PushedLead,
  propertiesOfCompany,
} from './lead-properties.ts';
import { ignoreRefusal, sortOut } from './outcomes.ts';

/** Ids of companies, and why there is none, by the portal's key. */
export type Companies = { found: Map<string, string>; refused: Map<string, Refusal> };

export const keyText = ({ by, value }: CompanyKey) => `${by}:${value}`;

const page = 200;
const mostPages = 5;

/**
 * The companies of these leads: those that the portal has used before are known by its own key, others
 * are looked for by domain or name, and what is not there is made, under that key, so that two who make
 * it at once make one.
 */
export async function findOrMakeCompanies(
  client: HubSpotClient,
  leads: PushedLead[],
  signal: AbortSignal,
): Promise<Companies> {
  const wanted = wantedCompanies(leads);
  const found = new Map<string, string>();
  const refused = new Map<string, Refusal>();
  const missing = () => [...wanted.keys()].filter((key) => !found.has(key));
  if (wanted.size === 0) return { found, refused };

  const reading = {
    ids: missing(),
    idProperty: ownProperties.companyKey,
    properties: [ownProperties.companyKey],
  };
  for (const { id, properties } of (await client.batchRead('companies', reading, signal)).results)
    found.set(properties[ownProperties.companyKey] ?? '', id);

  for (const by of ['domain', 'name'] as const) {
    const keys = missing().flatMap((key) => wanted.get(key)?.key ?? []);
    await lookFor(
      client,
      by,
      keys.filter((key) => key.by === by),
      found,
      signal,
    );
  }
  if (missing().length > 0) {
    const made = await make(client, missing(), wanted, signal);
    for (const [key, { id }] of made.objects) found.set(key, id);
    for (const [key, refusal] of made.refused) refused.set(key, refusal);
  }
  return { found, refused };
}

type Wanted = Map<string, { key: CompanyKey; properties: Properties }>;

function wantedCompanies(leads: PushedLead[]): Wanted {
  const wanted: Wanted = new Map();
  for (const lead of leads) {
    const key = companyKeyOf(lead);
    if (!key || wanted.has(keyText(key))) continue;
    wanted.set(keyText(key), { key, properties: propertiesOfCompany(lead) });
  }
  return wanted;
}

/** Of several that are called so it is the oldest. What is found is known by our key from then on. */
async function lookFor(
  client: HubSpotClient,
  by: CompanyKey['by'],
  keys: CompanyKey[],
  found: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  if (keys.length === 0) return;
  const named = await searchNamed(client, by, keys, signal);
  const taken: { trace: string; id: string; properties: Properties }[] = [];
  for (const key of keys) {
    const company = named.get(key.value);
    if (!company) continue;
    const { id } = company;
    found.set(keyText(key), id);
    if (!company.properties[ownProperties.companyKey])
      taken.push({ trace: id, id, properties: { [ownProperties.companyKey]: keyText(key) } });
  }
  // Where somebody was quicker to give it a key, it is only looked for once more.
  if (taken.length > 0) await ignoreRefusal(client.batchUpdate('companies', taken, signal));
}

/** The oldest company of each domain or name. */
async function searchNamed(
  client: HubSpotClient,
  by: CompanyKey['by'],
  keys: CompanyKey[],
  signal: AbortSignal,
): Promise<Map<string, HubSpotObject>> {
  const search: Search = {
    filterGroups: [
      { filters: [{ propertyName: by, operator: 'IN', values: keys.map(({ value }) => value) }] },
    ],
    sorts: [{ propertyName: 'createdate', direction: 'ASCENDING' }],
    properties: [by, ownProperties.companyKey],
    limit: page,
  };
  const named = new Map<string, HubSpotObject>();
  let after: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const answer = await client.search('companies', { ...search, after }, signal);
    for (const company of answer.results) {
      const value = nameKey(company.properties[by] ?? '');
      if (!named.has(value)) named.set(value, company);
    }
    after = answer.after;
    if (!after) break;
  }
  return named;
}

async function make(client: HubSpotClient, keys: string[], wanted: Wanted, signal: AbortSignal) {
  const inputs = keys.map((key) => ({
    trace: key,
    id: key,
    properties: wanted.get(key)?.properties ?? {},
  }));
  const batch = await client.batchUpsert('companies', ownProperties.companyKey, inputs, signal);
  return sortOut(batch, keys, ({ properties }) => properties[ownProperties.companyKey] ?? '');
}
