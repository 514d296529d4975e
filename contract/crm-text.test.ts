import { expect, test } from 'vitest';
import { crmText } from './crm-text.ts';

const { test: tried, parts, reasons, faults } = crmText;

test.each([
  [crmText.unfit(crmText.noNumbers, ['a', 'b']), `${crmText.noNumbers}: a, b`],
  [tried.notUnique('key', 'deals'), 'key of deals is not unique: delete it in HubSpot'],
  [tried.noNumbers(['a', 'b']), 'These hold no numbers: a, b'],
  [
    tried.toSetUp([tried.missing('companies', ['a', 'b']), 'c']),
    'Missing of companies: a, b; c. Run npm run admin -- hubspot-setup',
  ],
  [reasons.refused(parts.company('acme.com'), 'No'), 'HubSpot refuses the company acme.com: No'],
  [reasons.refused(parts.leadStatus, 'No'), 'HubSpot refuses the lead status: No'],
  [reasons.refused(parts.whole('a@b.co'), 'No'), 'HubSpot refuses the lead of a@b.co: No'],
  [reasons.refused(parts.whole(null), 'No'), 'HubSpot refuses the lead of nobody: No'],
  [faults.scopeMissing(['a', 'b']), 'The key lacks a scope: a or b'],
  [faults.notHubSpotsAs(404), `${faults.notHubSpots} (404)`],
  [faults.unexpected('/crm'), 'HubSpot answered /crm with something else than expected'],
])('Administrators read “%s”', (text, words) => {
  expect(text).toBe(words);
});
