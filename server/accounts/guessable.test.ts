import { describe, expect, test } from 'vitest';
import { passwordFault } from '#contract/accounts.ts';
import { commonWords, goodPasswords } from './guessable.fixture.ts';
import { generatePasswordFor, guessableFault, newPasswordFault } from './guessable.ts';

const person = {
  name: 'Nora Lindqvist-Hernández',
  email: 'nora.lind@mail.northwind.example',
  company: 'Blue Harbor Resale',
};
const common = 'Password is too common';
const personal = 'Password must not contain your name, email or company';

const faultsOf = (passwords: string[]) =>
  Promise.all(passwords.map((password) => guessableFault(password, person)));

test('A common word with a capital, a digit and a mark is too common, for each of 200', async () => {
  expect(new Set(commonWords).size).toBe(200);
  const passwords = commonWords.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}1!`);
  expect(passwords.map(passwordFault).filter((fault) => fault !== undefined)).toEqual([]);
  const faults = await faultsOf(passwords);
  expect(passwords.filter((_, i) => faults[i] !== common)).toEqual([]);
});

test('Passphrases and generated passwords may be used, all of 50', async () => {
  expect(new Set(goodPasswords).size).toBe(50);
  const faults = await faultsOf(goodPasswords);
  expect(goodPasswords.filter((_, i) => faults[i] !== undefined)).toEqual([]);
});

test.each([
  'Hannah1!a',
  'Vancouver1!',
  'P@ssw0rd',
  'P@$$w0rd!',
  'Pa55word!',
  'Passw0rd1!',
  '1Password!',
  'PASSWORd#2026',
  'PasswordPassword1!',
  'Welcome-1234',
  'W3lc0me!!',
  '!!Hello123',
  'Summer2026!',
  '@dministrat0R1',
  'L3tm31n!!',
  'RedOrangeYellow1!',
  'Drowssap1!',
  'Pässwört1!',
  'Qwerty123!',
  'Poiuyt12!',
  '1qaz2WSX!',
  'Q1w2e3r4!',
  'Abcd1234!',
  'Aaaaaaa1!',
  'Abababab1!',
  'Abcabcabc1!',
  'Aa24.12.1985',
  'Constructor1!',
  // Of the person, in fewer than five letters, and of the portal.
  'Nora.Lind1!',
  'Partnerportal1!',
])('%s is too common', async (password) => {
  expect(await guessableFault(password, person)).toBe(common);
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
  // However hard the rest is to guess.
  'zR4#kLm9!q-Lindqvist',
])('%s holds a word of the person', async (password) => {
  expect(await guessableFault(password, person)).toBe(personal);
});

test('Short words of the person count as known to who guesses', async () => {
  const password = 'Zvox-q9!j';
  expect(await guessableFault(password, person)).toBeUndefined();
  const whose = { name: 'Ilya Zvox', email: 'ilya@x.example', company: 'X Ltd' };
  expect(await guessableFault(password, whose)).toBe(common);
});

test('Nothing about a company is asked of who has none', async () => {
  const admin = { name: 'Administrator', email: 'admin@example.com', company: null };
  expect(await guessableFault('Admin-kite-1', admin)).toBe(personal);
  expect(await guessableFault('Resale-Harbor-1', admin)).toBeUndefined();
});

test('A password that breaks a rule of the form is told that first', async () => {
  expect(await newPasswordFault('password', person)).toBe(
    'Password must contain at least one uppercase letter',
  );
  expect(await newPasswordFault('P@ssw0rd', person)).toBe(common);
  expect(await newPasswordFault('Correct-horse-battery-7', person)).toBeUndefined();
});

test('Names that JavaScript gives to every object are words like others', async () => {
  for (const password of ['__proto__A1', 'x-Constructor-9', 'Aa1!__proto__constructor']) {
    expect(await guessableFault(password, person)).toSatisfy(
      (fault: unknown) => fault === undefined || fault === common,
    );
  }
});

test('The longest passwords are judged too, by their first 24 characters', async () => {
  for (const password of [`Aa1${'!'.repeat(197)}`, `${'1'.repeat(197)}Aa!`, 'aB1!'.repeat(50)]) {
    expect(passwordFault(password)).toBeUndefined();
    expect(await guessableFault(password, person)).toBe(common);
  }
  const [good = ''] = goodPasswords;
  expect(await guessableFault(`${'Aa1!'.repeat(6)}${good}`, person)).toBe(common);
});

describe('However it is made up, a password is judged in a moment', () => {
  const long = (unit: string) => unit.repeat(200).slice(0, 200);
  const whose = {
    ...person,
    name: long('Hernandez Gonzalez '),
    company: long('Gonzalez Hernandez '),
  };

  test.each([
    ['repeats', 'a'],
    ['repeats of repeats', 'aab'],
    ['l33t', '@4({[<36#9&!1|7%0$5+'],
    ['ambiguous l33t', '1!|7+'],
    ['l33t of several characters', '|\\/|()\\/\\/'],
    ['l33t words', 'p@ssw0rd'],
    ['dates', '1/1/1991'],
    ['digits', '0123456789'],
    ['dictionary words', 'passwordlovemonkeydragon'],
    ['words in sequence', 'onetwothreefourfive'],
    ['keyboard rows', 'qwertyuiopasdfghjkl'],
    ['characters that unfold to many', '\ufdfa'],
  ])('%s', async (_, unit) => {
    const tries: number[] = [];
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      await guessableFault(long(unit), whose);
      tries.push(performance.now() - start);
    }
    // Some 15 ms; all of the 200 characters would take seconds. The machine may be busy with others.
    expect(Math.min(...tries)).toBeLessThan(400);
  });

  test('It is read as l33t in six ways at most', async () => {
    expect(await guessableFault('M0nk3y-99', person)).toBe(common);
    expect(await guessableFault('Bul1sh!799', person)).toBeUndefined();
  });
});

test('A generated password keeps all rules for everyone it is made for, and no two are the same', async () => {
  const people = [person, { name: 'Portal Admin', email: 'portal@portal.example', company: 'Pp' }];
  const passwords = Array.from({ length: 200 }, () => generatePasswordFor(...people));
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords.slice(0, 20)) {
    for (const each of people) expect(await newPasswordFault(password, each)).toBeUndefined();
  }
});

test('A generated password holds no word of the person, however many they have', async () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
  const longer = (words: string[]) => words.flatMap((word) => letters.map((each) => word + each));
  // One in five holds one of these by chance.
  const name = longer(longer(longer(longer(letters)))).join(' ');
  const whose = { ...person, name };
  for (let i = 0; i < 50; i++) {
    expect(await guessableFault(generatePasswordFor(whose), whose)).not.toBe(personal);
  }
});
