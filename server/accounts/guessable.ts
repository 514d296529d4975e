import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { accountText, passwordFault, type User } from '#contract/accounts.ts';
import { AppError } from '#server/app-error.ts';
import { generatePassword } from './passwords.ts';

/** Whom a password is for. */
export type Person = Pick<User, 'name' | 'email' | 'company'>;

/** zxcvbn's scores run from 0 to 4; 3 stands for more than 100 million guesses. */
const leastScore = 3;

/**
 * The work of zxcvbn grows with the square of the length and with each way to read l33t, and it runs
 * on the event loop. A prefix is never harder to guess than the whole password.
 */
const bounds = { maxLength: 24, l33tMaxSubstitutions: 3 };

/** Words that a guesser of this portal's passwords would try first, beside those of the person. */
const portalWords = [
  'partner',
  'partners',
  'portal',
  'partnerportal',
  'reseller',
  'leads',
  'hubspot',
];

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

/** A shorter word of the person is only an input for the score: it may stand in a word by chance. */
const shortestWord = 5;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * The dictionaries are loaded with the first password that is judged: they take a quarter of a second,
 * which the start need not wait for, and 24 MB.
 */
function loadZxcvbn(): Promise<ZxcvbnFactory> {
  loading ??= (async () => {
    const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
    const common = await import('@zxcvbn-ts/language-common');
    const english = await import('@zxcvbn-ts/language-en');
    return new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
      ...bounds,
    });
  })();
  return loading;
}

/** Why a password that keeps the rules of the contract is still easy to guess for this person. */
export async function guessableFault(
  password: string,
  person: Person,
): Promise<string | undefined> {
  if (isPersonal(password, person)) return accountText.personal;
  if (await isCommon(password, person)) return accountText.common;
  return undefined;
}

/** The first rule that a new password breaks. */
export async function newPasswordFault(
  password: string,
  person: Person,
): Promise<string | undefined> {
  return passwordFault(password) ?? (await guessableFault(password, person));
}

/** For passwords that the contract has let through. */
export async function refuseGuessable(password: string, person: Person): Promise<void> {
  const message = await guessableFault(password, person);
  if (!message) return;
  throw new AppError('invalid', message, { details: { fields: { password: message } } });
}

/** One that all of them may have. It is random, so that only its letters can be somebody's by chance. */
export function generatePasswordFor(...people: Person[]): string {
  for (;;) {
    const password = generatePassword();
    if (!people.some((person) => isPersonal(password, person))) return password;
  }
}

/** Case and accents are left out of the score: the rules ask for a capital, so each guess has one. */
async function isCommon(password: string, person: Person): Promise<boolean> {
  const zxcvbn = await loadZxcvbn();
  const texts = textsOf(person);
  const words = [...texts, ...texts.flatMap(wordsIn), ...portalWords];
  // A longer one cannot stand in what is scored.
  const inputs = words.map((word) => word.slice(0, bounds.maxLength));
  return zxcvbn.check(fold(password), inputs).score < leastScore;
}

function isPersonal(password: string, person: Person): boolean {
  const words = textsOf(person).flatMap(wordsIn);
  const text = fold(password);
  const texts = [text, ...undisguised(text)];
  return words
    .filter((word) => [...word].length >= shortestWord)
    .some((word) => texts.some((each) => each.includes(word)));
}

/** The last part of a domain is everybody's. */
function textsOf({ name, email, company }: Person): string[] {
  const [local = '', domain = ''] = email.split('@');
  return [name, local, domain.replace(/\.[^.]*$/, ''), company ?? ''].map(fold).filter(Boolean);
}

const wordsIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

/** A 1 stands for either of two letters. */
function undisguised(text: string): string[] {
  const plain = text.replace(/[@40$357+!]/g, (mark) => disguises[mark] ?? mark);
  return [plain.replaceAll('1', 'i'), plain.replaceAll('1', 'l')];
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
