import { accountText, passwordFault, type User } from '#contract/accounts.ts';
import { AppError } from '#server/app-error.ts';
import { commonPasswords } from './common-passwords.ts';
import { generatePassword } from './passwords.ts';

/** Whom a password is for. */
export type Person = Pick<User, 'name' | 'email' | 'company'>;

/** What people write for a letter so that a rule counts it as a number or a special character. */
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '!': 'i',
};

/** Hands move along these, forwards and backwards. */
const rows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  'abcdefghijklmnopqrstuvwxyz',
].flatMap((row) => [row, [...row].reverse().join('')]);
const shortestRow = 3;
const shortestWord = 5;
const longestCommon = 30;

/** Why a password that keeps the rules of the contract is still easy to guess for this person. */
export function guessableFault(password: string, person: Person): string | undefined {
  if (isCommon(password)) return accountText.common;
  if (isPersonal(password, person)) return accountText.personal;
  return undefined;
}

/** The first rule that a new password breaks. */
export function newPasswordFault(password: string, person: Person): string | undefined {
  return passwordFault(password) ?? guessableFault(password, person);
}

/** For passwords that the contract has let through. */
export function refuseGuessable(password: string, person: Person): void {
  const message = guessableFault(password, person);
  if (!message) return;
  throw new AppError('invalid', message, { details: { fields: { password: message } } });
}

/** One that all of them may have. */
export function generatePasswordFor(...people: Person[]): string {
  for (;;) {
    const password = generatePassword();
    if (!people.some((person) => newPasswordFault(password, person))) return password;
  }
}

function isCommon(password: string): boolean {
  return [...cores(fold(password))].some(
    (core) => commonPasswords.has(core) || isRow(core) || isRepeated(core),
  );
}

/** A word, or what is left of it once numbers and marks at its ends are taken away, or in it. */
function* cores(text: string): Generator<string> {
  const [, before = '', , after = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(text) ?? [];
  const [start, end] = [before.length, text.length - after.length];
  yield* readings(text.slice(start, end));
  for (let from = 0; from <= start; from++) {
    for (let to = end; to <= text.length; to++) {
      // A number at the end may stand for a letter, as in hell0, or be added to the word.
      if (to > from && to - from <= longestCommon) yield* readings(text.slice(from, to));
    }
  }
}

function* readings(text: string): Generator<string> {
  yield lettersOf(text);
  for (const plain of undisguised(text)) yield lettersOf(plain);
}

/** A 1 stands for either of two letters. */
function undisguised(text: string): string[] {
  const plain = text.replace(/[@40$357+!]/g, (mark) => disguises[mark] ?? mark);
  return [plain.replaceAll('1', 'i'), plain.replaceAll('1', 'l')];
}

const lettersOf = (text: string) => text.replace(/\P{L}/gu, '');

function isRow(core: string): boolean {
  return core.length >= shortestRow && rows.some((row) => row.includes(core));
}

/** aaaaaa, ababab, passwordpassword */
function isRepeated(core: string): boolean {
  const [, unit = ''] = /^(.+?)\1+$/su.exec(core) ?? [];
  return unit !== '' && (unit.length <= 4 || commonPasswords.has(unit));
}

function isPersonal(password: string, { name, email, company }: Person): boolean {
  const [local = '', domain = ''] = email.split('@');
  const own = [name, local, domain.replace(/\.[^.]*$/, ''), company ?? ''].map(fold).join(' ');
  const words = (own.match(/\p{L}+/gu) ?? []).filter((word) => [...word].length >= shortestWord);
  const text = fold(password);
  const texts = [text, ...undisguised(text)];
  return words.some((word) => texts.some((each) => each.includes(word)));
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
