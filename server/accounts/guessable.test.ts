import { expect, test } from 'vitest';
import { passwordFault } from '#contract/accounts.ts';
import { generatePasswordFor, guessableFault, newPasswordFault } from './guessable.ts';

const person = {
  name: 'Nora Lindqvist-Hernández',
  email: 'nora.lind@mail.northwind.example',
  company: 'Blue Harbor Resale',
};
const common = 'Password is too common';
const personal = 'Password must not contain your name, email or company';

test.each([
  'P@ssw0rd',
  'P@$$w0rd!',
  'Pa55word!',
  'Passw0rd1!',
  '1Password!',
  'Pass-word-1',
  'PASSWORd#2026',
  'PasswordPassword1!',
  'Welcome1!',
  'Welcome-1234',
  'W3lc0me!!',
  'Hell0!!!!',
  '!!Hello123',
  'Summer2026!',
  'Winter-2025',
  'January#01',
  'Monday!123',
  'Adm1n!234',
  '@dministrat0R1',
  'L3tm31n!!',
  'Sunsh1ne!1',
  '$ecreT12!',
  'Mast3r!99',
  'Dr4gon!99',
  'Foo+ball1',
  'Qwerty123!',
  'Asdfgh12!',
  'Zxcvbn12!',
  'Poiuyt12!',
  '1qaz2WSX!',
  'Q1w2e3r4!',
  'Abcd1234!',
  'Aaaaaaa1!',
  `${'Aa'.repeat(98)}1!`,
  'Abababab1!',
  'Abcabcabc1!',
  '1234Qwer!',
])('%s is too common', (password) => {
  expect(guessableFault(password, person)).toBe(common);
});

test.each([
  'Lindqvist-77',
  'my-LINDQVIST-77',
  'L1ndqv1st-77',
  'Hernandez-77',
  'Hernández-77',
  'H3rn@ndez-77',
  'Northwind-77',
  'N0rthw!nd-77',
  'Harbor-77-xy',
  '77-reSale-xy',
  'Rësale-77-xy',
])('%s holds a word of the person', (password) => {
  expect(guessableFault(password, person)).toBe(personal);
});

test.each([
  // Words of four letters and the last part of the domain may be in it.
  'Nora-blue-lind-77',
  'Mail-example-77',
  'Harbo-77-resal',
  'Correct-horse-battery-7',
  'Harvest-kite-1',
  'Another-pass-2',
  'Passage-to-nowhere-1',
  'Welcoming-77',
  'zR4#kLm9!q',
  'Съешь-ещё-77',
])('%s may be used', (password) => {
  expect(guessableFault(password, person)).toBeUndefined();
});

test('Nothing about the person is asked of who has no company', () => {
  const admin = { name: 'Administrator', email: 'admin@example.com', company: null };
  expect(guessableFault('Admin-kite-1', admin)).toBe(personal);
  expect(guessableFault('Resale-Harbor-1', admin)).toBeUndefined();
});

test('A password that breaks a rule of the form is told that first', () => {
  expect(newPasswordFault('password', person)).toBe(
    'Password must contain at least one uppercase letter',
  );
  expect(newPasswordFault('P@ssw0rd', person)).toBe(common);
  expect(newPasswordFault('Correct-horse-battery-7', person)).toBeUndefined();
});

test('The longest passwords are judged too, however little of them is letters', () => {
  for (const password of [`Aa1${'!'.repeat(197)}`, `${'1'.repeat(197)}Aa!`, 'aB1!'.repeat(50)]) {
    expect(passwordFault(password)).toBeUndefined();
    expect(guessableFault(password, person)).toBe(common);
  }
});

test('A generated password keeps all rules for everyone it is made for, and no two are the same', () => {
  const people = [person, { name: 'Portal Admin', email: 'portal@portal.example', company: 'Pp' }];
  const passwords = Array.from({ length: 200 }, () => generatePasswordFor(...people));
  for (const password of passwords) {
    for (const each of people) expect(newPasswordFault(password, each)).toBeUndefined();
  }
  expect(new Set(passwords).size).toBe(200);
});
