import { expect, test } from 'vitest';
import { companyKeyOf, type PushedLead } from './lead-properties.ts';

const lead = (website: string | null, company_name: string | null) =>
  ({ website, company_name }) as PushedLead;

test.each([
  ['acme.example', 'domain:acme.example'],
  ['https://www.Acme.example/about?x=1', 'domain:acme.example'],
  ['shop.acme.example.', 'domain:shop.acme.example'],
  // Pages that many companies have at one place.
  ['https://linkedin.com/company/acme', 'name:acme ltd'],
  ['https://www.facebook.com/acme', 'name:acme ltd'],
  ['acme.wixsite.com', 'name:acme ltd'],
  ['notlinkedin.com', 'domain:notlinkedin.com'],
  // No addresses of anything on the internet.
  ['localhost', 'name:acme ltd'],
  ['10.0.0.1', 'name:acme ltd'],
  ['none yet', 'name:acme ltd'],
  ['', 'name:acme ltd'],
])('A company with the website %s goes by %s', (website, expected) => {
  const key = companyKeyOf(lead(website, ' Acme  Ltd '));
  expect(key && `${key.by}:${key.value}`).toBe(expected);
});

test('A lead that says neither has no company', () => {
  expect(companyKeyOf(lead(null, '  '))).toBeUndefined();
});
