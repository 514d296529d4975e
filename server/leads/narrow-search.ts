import { foldText } from '#server/lib/text-keys.ts';
import { everyLead, lettersOfDays } from './day-keys.ts';

/** What a search looks for. A line break tells the searched fields apart; here, it is a space. */
export const searchedText = (search: string) => foldText(search.replaceAll('\n', ' '));

/** Three of these in a row are what the index of searches knows, whatever the locale. */
const isIndexed = (triple: string) => /^[a-z0-9]{3}$/.test(triple);
/** It knows how words begin and end, too. Beginnings by their first letter as well: a long list. */
const isEdgeOfWord = (triple: string) => /^( [a-z0-9]{2}|[a-z0-9]{2} )$/.test(triple);

/** Where nothing is in fewer than this share of all leads, the whole text is all there is to ask for. */
const commonShare = 0.1;
/** Looking at a lead costs as much as reading so many entries of the index's lists. */
const entriesPerLead = 100;
/** Of the leads with three letters in a row, at least so many have the next one or the one before. */
const leastShareLeft = 0.1;
/** Counts of a sample tell nothing of what is in fewer than this share of all leads. */
const leastKnownShare = 0.001;

/** Each letter is one more to count and one more list to read, and what so many leave over is little. */
const mostLettersAsked = 40;

/** So much of a searched text is looked at for its rare part. */
export function beginningOf(text: string): string {
  return [...text].slice(0, mostLettersAsked).join('');
}

/** The keys under which it is counted how common the parts of a searched text are. */
export function keysOfParts(text: string): string[] {
  const letters = [...text];
  const pairs = letters.slice(1).map((letter, i) => (letters[i] ?? '') + letter);
  return [everyLead, ...new Set(pairs.map(lettersOfDays))];
}

type Triple = { from: number; count: number };

/** Three letters in a row of a kind, with how many leads may have them: the index knows no more than that. */
function triplesOf(
  letters: string[],
  counts: ReadonlyMap<string, number>,
  isOfKind: (triple: string) => boolean,
): Triple[] {
  const countOf = (from: number) => {
    const pair = letters.slice(from, from + 2);
    // Words begin and end at other signs, and with a field, as well as at a space.
    if (pair.includes(' ')) return Number.POSITIVE_INFINITY;
    return counts.get(lettersOfDays(pair.join(''))) ?? 0;
  };
  return letters.slice(2).map((_, from) => ({
    from,
    count: isOfKind(letters.slice(from, from + 3).join(''))
      ? Math.min(countOf(from), countOf(from + 1))
      : Number.POSITIVE_INFINITY,
  }));
}

const rarer = (a: Triple, b: Triple) => (b.count < a.count ? b : a);
const rarestOf = (triples: Triple[]) =>
  triples.reduce(rarer, { from: 0, count: Number.POSITIVE_INFINITY });

/**
 * The part of a searched text by which the index is asked; whether the whole is there is seen in what
 * it finds. The index reads a list of leads for every three letters. From the rarest three on, the part
 * grows for as long as reading the next list costs less than looking at the leads that it rules out.
 * Where no three are rare, it is the rarest beginning or end of a word.
 */
export function rarePartOf(text: string, counts: ReadonlyMap<string, number>): string {
  const letters = [...text];
  const all = counts.get(everyLead) ?? 0;
  const triples = triplesOf(letters, counts, isIndexed);
  const rarest = rarestOf(triples);
  if (all === 0) return text;
  if (rarest.count > all * commonShare) {
    const edge = rarestOf(triplesOf(letters, counts, isEdgeOfWord));
    return edge.count > all * commonShare ? text : letters.slice(edge.from, edge.from + 3).join('');
  }
  let [first, last] = [rarest.from, rarest.from];
  let left = rarest.count;
  const isWorthIt = ({ count }: Triple) =>
    count < entriesPerLead * Math.max(left, all * leastKnownShare) * (1 - count / all);
  for (;;) {
    const beside = [triples[first - 1], triples[last + 1]].filter((one) => one !== undefined);
    const [next, ...others] = beside.filter(isWorthIt);
    if (!next) return letters.slice(first, last + 3).join('');
    const added = others.reduce(rarer, next);
    first = Math.min(first, added.from);
    last = Math.max(last, added.from);
    left *= Math.max(added.count / all, leastShareLeft);
  }
}
