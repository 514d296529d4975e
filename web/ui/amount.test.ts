// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { amountText, growthText, moneyText, rateText } from './amount.ts';

afterEach(() => vi.restoreAllMocks());
const readIn = (language: string) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
};
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

test.each([
  ['en-US', '1234567.50', '1,234,567.50'],
  ['de-DE', '1234567.50', '1.234.567,50'],
  ['fr-FR', '1234567.50', '1 234 567,50'],
  ['en-IN', '1234567.50', '12,34,567.50'],
  ['en-US', '-5.00', '−5.00'],
  ['en-US', '-0.00', '0.00'],
  // More digits than a number keeps.
  ['en-US', '99999999999999999999.99', '99,999,999,999,999,999,999.99'],
])('A reader of %s reads the amount %s as %s', (language, amount, text) => {
  readIn(language);
  expect(plain(amountText(amount, 'USD'))).toBe(text);
});

test.each([
  ['USD', '1248.00', '1,248.00'],
  ['JPY', '1248.00', '1,248'],
  // What is stored is shown, also where the currency has no such coin.
  ['JPY', '1248.50', '1,248.5'],
  ['KWD', '1248.50', '1,248.500'],
  [undefined, '1248.50', '1,248.50'],
])('In %s the amount %s reads %s, with the decimals of its currency', (currency, amount, text) => {
  readIn('en-US');
  expect(amountText(amount, currency)).toBe(text);
});

test.each([
  ['en-US', 'USD', '1248.00', 'USD 1,248.00'],
  ['en-US', 'USD', '-1248.00', '−USD 1,248.00'],
  ['de-DE', 'EUR', '1248.00', '1.248,00 EUR'],
  ['ja-JP', 'JPY', '1248.00', 'JPY 1,248'],
])('A reader of %s reads %s %s as %s', (language, currency, amount, text) => {
  readIn(language);
  expect(plain(moneyText(amount, currency))).toBe(text);
});

test.each([
  ['en-US', '2400.50', '+2,400.50'],
  ['en-US', '-12.50', '−12.50'],
  ['en-US', '0.00', '0.00'],
  ['en-US', '-0.00', '0.00'],
  ['de-DE', '2400.50', '+2.400,50'],
])('To a reader of %s a growth of %s reads %s', (language, amount, text) => {
  readIn(language);
  expect(growthText(amount, 'USD')).toBe(text);
});

test('A rate has as many decimals as it was given', () => {
  readIn('de-DE');
  expect([rateText('12'), rateText('12.5'), rateText('0.0625')]).toEqual(['12', '12,5', '0,0625']);
});

test.each(['en-US@posix', 'C', ''])(
  'A browser that names its language %j shows amounts all the same',
  (name) => {
    readIn(name);
    expect(amountText('5.00', 'USD')).toMatch(/^5[.,]00$/);
  },
);
