import { expect, test } from 'vitest';
import { commissionText } from './commission.ts';

test.each([
  ['1250.50', '1,250.50'],
  ['0.00', '0.00'],
  ['123456789012.99', '123,456,789,012.99'],
])('The commission %s reads %s', (amount, text) => {
  expect(commissionText(amount, 'portal', 'USD')).toBe(text);
  expect(commissionText(amount, 'hubspot', 'USD')).toBe(text);
});

test.each([null, '', 'nan', 'null'])('A commission of %j is not available', (amount) => {
  expect(commissionText(amount, 'portal', 'USD')).toBe('Not available');
  expect(commissionText(amount, 'hubspot', 'USD')).toBe('Not available in HubSpot');
});
