import { expect, test } from 'vitest';
import type { HubSpotClient } from '#server/crm/hubspot/client.ts';
import { HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import { associateLinks } from './associate.ts';

const link = (lead: string, company: string | null) => ({
  leadId: lead,
  dealId: `deal ${lead}`,
  contactId: null,
  companyId: company,
});
const { signal } = new AbortController();

/** A HubSpot that associates every pair but those that it refuses. */
const refusing = (...refused: string[][]) => {
  const associate: HubSpotClient['associate'] = async (_from, _to, pairs) => {
    const isRefused = (from: string, to: string) =>
      refused.some(([one, other]) => one === from && other === to);
    const rest = { category: '', message: 'No such record', faults: [], codes: [], traces: [] };
    const refusals = refused.map((ids) => ({ ...rest, ids }));
    return {
      made: pairs.filter(({ from, to }) => !isRefused(from, to)),
      refusals: pairs.length > 0 ? refusals : [],
    };
  };
  return { associate } as HubSpotClient;
};

test('Of leads that share a company or stand beside each other, only the refused one failed', async () => {
  const links = [link('a', 'Acme'), link('b', 'Acme'), link('c', 'Bolt')];
  const failures = await associateLinks(refusing(['deal b', 'Acme']), links, signal);
  expect([...failures.keys()]).toEqual(['b']);
});

test('A refusal that is about none of the pairs fails all of them', async () => {
  const work = associateLinks(refusing(['deal b', 'Bolt']), [link('b', 'Acme')], signal);
  await expect(work).rejects.toBeInstanceOf(HubSpotRefused);
});
