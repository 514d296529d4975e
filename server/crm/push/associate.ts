import { crmText } from '#contract/crm-text.ts';
import type { Association } from '#server/crm/hubspot/associations.ts';
import type { HubSpotClient } from '#server/crm/hubspot/client.ts';
import { HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import { inPlainWords } from '#server/crm/hubspot/plain-words.ts';

/** HubSpot's own kinds of association; a deal has one primary company. */
const types = { dealToContact: [3], dealToCompany: [341, 5], contactToCompany: [279] };

/** What a lead is in HubSpot. */
export type Link = {
  leadId: string;
  dealId: string;
  contactId: string | null;
  companyId: string | null;
};

type Pair = Association & { leadId: string };

/** Associates what belongs together; answers with why that failed, by the lead. */
export async function associateLinks(
  client: HubSpotClient,
  links: Link[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  const join = async (from: ObjectType, to: ObjectType, pairs: Pair[]) => {
    const once = new Map(pairs.map((pair) => [`${pair.from} ${pair.to}`, pair]));
    const distinctPairs = [...once.values()].map(({ leadId: _, ...pair }) => pair);
    const { made, refusals } = await client.associate(from, to, distinctPairs, signal);
    for (const { from, to } of made) once.delete(`${from} ${to}`);
    for (const refusal of refusals) {
      const [one, other] = refusal.ids;
      const concerned = pairs.filter((pair) => pair.from === one && pair.to === other);
      if (concerned.length === 0) throw new HubSpotRefused(400, refusal);
      for (const { leadId } of concerned) failures.set(leadId, inPlainWords(refusal));
    }
    // What was merged is answered by its new id: only where answers are missing is it known which.
    if (made.length + refusals.length >= distinctPairs.length) return;
    for (const { leadId, from, to } of pairs)
      if (once.has(`${from} ${to}`) && !failures.has(leadId))
        failures.set(leadId, crmText.reasons.linkLeftOut);
  };
  const pairs = (
    from: (link: Link) => string | null,
    to: (link: Link) => string | null,
    types: number[],
  ) =>
    links.flatMap((link): Pair[] => {
      const [one, other] = [from(link), to(link)];
      return one && other ? [{ leadId: link.leadId, from: one, to: other, types }] : [];
    });
  const [deal, contact] = [(link: Link) => link.dealId, (link: Link) => link.contactId];
  const company = (link: Link) => link.companyId;
  await join('deals', 'contacts', pairs(deal, contact, types.dealToContact));
  await join('deals', 'companies', pairs(deal, company, types.dealToCompany));
  await join('contacts', 'companies', pairs(contact, company, types.contactToCompany));
  return failures;
}
