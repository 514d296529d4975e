import { foldText } from '#server/lib/text-keys.ts';
import { everyLead, lettersOfDays } from './day-keys.ts';

/** What a search looks for. A line break tells the searched fields apart; here, it is a space. */
export const searchedText = (search: string) => foldText(search.replaceAll('\n', ' '));

/** Three of these in a row are what the index of searches knows, whatever the locale. */
const isIndexed = (letters: string[]) => letters.every((letter) => /^[a-z0-9]$/.test(letter));

/** Of this share of all leads, reading the index's list of them costs more than it saves. */
const commonShare = 0.1;
/** Where nothing is rare, what is common is all there is. */
const timesAsCommon = 8;

/** The keys under which it is counted how common the parts of a searched text are. */
export function keysOfParts(text: string): string[] {
  const letters = [...text];
  const pairs = letters.slice(1).map((letter, i) => (letters[i] ?? '') + letter);
  return [everyLead, ...new Set(pairs.map(lettersOfDays))];
}

/**
 * The part of a searched text by which the index is asked; whether the whole is there is seen in what
 * it finds. The index reads a list of leads for every three letters: those that are in most leads
 * take it a hundred times as long as the rare ones, and rule out next to nothing.
 */
export function rarePartOf(text: string, counts: ReadonlyMap<string, number>): string {
  const letters = [...text];
  const all = counts.get(everyLead) ?? 0;
  const countOf = (from: number) =>
    counts.get(lettersOfDays(letters.slice(from, from + 2).join(''))) ?? 0;
  const triples = letters.slice(2).map((_, from) => ({
    from,
    count: isIndexed(letters.slice(from, from + 3))
      ? Math.min(countOf(from), countOf(from + 1))
      : Number.POSITIVE_INFINITY,
  }));
  const rarest = triples.reduce((a, b) => (b.count < a.count ? b : a), {
    from: 0,
    count: Number.POSITIVE_INFINITY,
  });
  const isCommon = ({ count }: { count: number }) =>
    count > all * commonShare && count > rarest.count * timesAsCommon;
  if (all === 0 || rarest.count > all * commonShare || !triples.some(isCommon)) return text;
  const before = triples.slice(0, rarest.from).findLastIndex(isCommon);
  const after = triples.slice(rarest.from).findIndex(isCommon);
  const end = after === -1 ? letters.length : rarest.from + after + 2;
  return letters.slice(before + 1, end).join('');
}
