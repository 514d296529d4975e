import type { HubSpotClient, HubSpotObject, Properties } from '#server/crm/hubspot/client.ts';
import { HubSpotRefused, type Refusal } from '#server/crm/hubspot/errors.ts';
import { emailOf, type PushedLead, propertiesOfContact } from './lead-properties.ts';
import { ignoreRefusal, sortOut } from './outcomes.ts';

export type Contact = {
  id: string;
  leadStatus: string | null;
  /** Of one that was made now; since when another has had its lead status is not known here. */
  madeWith?: { leadStatus: string; at: string } | undefined;
};
export type Contacts = {
  /** By email. */
  found: Map<string, Contact>;
  refused: Map<string, Refusal>;
};

const leadStatus = 'hs_lead_status';
const filledIn = [
  ...['firstname', 'lastname', 'jobtitle', 'phone', 'company', 'website'],
  ...['address', 'city', 'state', 'zip', 'country'],
];

/**
 * The contacts of these leads, found by their email or made. Leads with the same email share one. A new
 * contact gets the lead status that is given for its email.
 */
export async function findOrMakeContacts(
  client: HubSpotClient,
  leads: PushedLead[],
  firstStatuses: Map<string, string>,
  signal: AbortSignal,
): Promise<Contacts> {
  const byEmail = new Map<string, Properties>();
  for (const lead of leads) {
    const email = emailOf(lead);
    if (email) byEmail.set(email, { ...propertiesOfContact(lead), ...byEmail.get(email) });
  }
  const emails = [...byEmail.keys()];
  if (emails.length === 0) return { found: new Map(), refused: new Map() };
  const known = await readByEmail(client, emails, signal);
  await fillIn(client, known, byEmail, signal);
  const found = new Map([...known].map(([email, object]) => [email, contactOf(object)]));
  const missing = emails.filter((email) => !known.has(email));
  const refused = new Map<string, Refusal>();
  if (missing.length > 0) {
    const made = await make(client, missing, byEmail, firstStatuses, signal);
    for (const [email, object] of made.objects) {
      const { id, leadStatus } = contactOf(object);
      const madeWith = leadStatus ? { leadStatus, at: object.createdAt } : undefined;
      found.set(email, { id, leadStatus, madeWith });
    }
    for (const [email, refusal] of made.refused) {
      // Somebody was quicker, or HubSpot knows the address by another spelling.
      const [, id] = /Existing ID: (\d+)/.exec(refusal.message) ?? [];
      if (id) found.set(email, { id, leadStatus: null });
      else refused.set(email, refusal);
    }
  }
  return { found, refused };
}

function contactOf(object: HubSpotObject): Contact {
  return { id: object.id, leadStatus: object.properties[leadStatus] || null };
}

/** A contact goes by all of its addresses; the answer does not say by which it was found. */
async function readByEmail(client: HubSpotClient, emails: string[], signal: AbortSignal) {
  const properties = ['email', 'hs_additional_emails', leadStatus, ...filledIn];
  const reading = { ids: emails, idProperty: 'email', properties };
  const { results } = await client.batchRead('contacts', reading, signal);
  const known = new Map<string, HubSpotObject>();
  for (const object of results) {
    const { email, hs_additional_emails: others } = object.properties;
    for (const one of [email, ...(others ?? '').split(';')]) {
      if (one) known.set(one.trim().toLowerCase(), object);
    }
  }
  return known;
}

/** What sales has written stays; a blank that the portal can fill is no use to anybody. */
async function fillIn(
  client: HubSpotClient,
  known: Map<string, HubSpotObject>,
  byEmail: Map<string, Properties>,
  signal: AbortSignal,
): Promise<void> {
  const changes = new Map<string, Properties>();
  for (const [email, { id, properties }] of known) {
    const ours = Object.entries(byEmail.get(email) ?? {});
    const blank = ours.filter(([name]) => !properties[name]);
    if (blank.length > 0) changes.set(id, { ...Object.fromEntries(blank), ...changes.get(id) });
  }
  if (changes.size === 0) return;
  const inputs = [...changes].map(([id, properties]) => ({ trace: id, id, properties }));
  await ignoreRefusal(client.batchUpdate('contacts', inputs, signal));
}

async function make(
  client: HubSpotClient,
  emails: string[],
  byEmail: Map<string, Properties>,
  firstStatuses: Map<string, string>,
  signal: AbortSignal,
) {
  const inputs = emails.map((email) => {
    const status = firstStatuses.get(email);
    const properties = { ...byEmail.get(email), email, ...(status && { [leadStatus]: status }) };
    return { trace: email, properties };
  });
  try {
    const batch = await client.batchCreate('contacts', inputs, signal);
    return sortOut(batch, emails, ({ properties }) => (properties.email ?? '').toLowerCase());
  } catch (error) {
    const [only] = emails;
    if (!(error instanceof HubSpotRefused) || error.status !== 409 || emails.length > 1 || !only)
      throw error;
    return { objects: new Map<string, HubSpotObject>(), refused: new Map([[only, error.refusal]]) };
  }
}

/** Sets the lead status of contacts; answers with those that HubSpot has changed, by their id. */
export async function setLeadStatuses(
  client: HubSpotClient,
  statuses: Map<string, string>,
  signal: AbortSignal,
) {
  const ids = [...statuses.keys()];
  if (ids.length === 0) return sortOut({ results: [], refusals: [] }, [], () => '');
  const inputs = [...statuses].map(([id, status]) => ({
    trace: id,
    id,
    properties: { [leadStatus]: status },
  }));
  return sortOut(await client.batchUpdate('contacts', inputs, signal), ids, ({ id }) => id);
}
