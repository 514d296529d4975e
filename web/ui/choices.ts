export type Choice = { value: string; label: string; group?: string };

/** Case, accents, underscores and further spaces make no difference to whoever looks for a name. */
export function searchKey(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{Mn}/gu, '');
  return plain.replaceAll('_', ' ').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Of each choice once: of ten thousand it takes longer than the next letter takes to come. */
const keys = new WeakMap<Choice, { name: string; group: string }>();

function keysOf(choice: Choice): { name: string; group: string } {
  const known = keys.get(choice);
  if (known) return known;
  const made = { name: searchKey(choice.label), group: searchKey(choice.group ?? '') };
  keys.set(choice, made);
  return made;
}

/** How well a choice fits what was typed, from 0; undefined where it does not. */
function rankOf(choice: Choice, key: string): number | undefined {
  const { name, group } = keysOf(choice);
  if (name === key) return 0;
  if (name.startsWith(key)) return 1;
  if (name.includes(key)) return 2;
  return group.includes(key) ? 3 : undefined;
}

function ranked(choices: Choice[], typed: string): { choice: Choice; rank: number }[] {
  const key = searchKey(typed);
  return choices.flatMap((choice) => {
    const rank = key ? rankOf(choice, key) : 0;
    return rank === undefined ? [] : [{ choice, rank }];
  });
}

/** What fits, the best first: for a list without groups. */
export function bestFirst(choices: Choice[], typed: string): Choice[] {
  return ranked(choices, typed)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/** What fits, where it stands, and the best of it: `live` means Live, not all of the group Live. */
export function inPlace(
  choices: Choice[],
  typed: string,
): { found: Choice[]; best: Choice | undefined } {
  const fitting = ranked(choices, typed);
  const best = fitting.reduce<(typeof fitting)[number] | undefined>(
    (best, one) => (best && best.rank <= one.rank ? best : one),
    undefined,
  );
  return { found: fitting.map(({ choice }) => choice), best: best?.choice };
}

/** More than anybody looks through: whoever wants another one types. */
const mostShown = 200;

/** What of a long list is shown, and what is said below it. */
export function firstShown(
  all: Choice[],
  { loading, nothingFound }: { loading: boolean; nothingFound: string },
): { found: Choice[]; note: string | undefined } {
  const found = all.slice(0, mostShown);
  const more = all.length > found.length ? 'Type to find more' : undefined;
  const note = found.length === 0 ? nothingFound : more;
  return { found, note: loading ? 'Loading...' : note };
}

/** The element of a choice, for `aria-activedescendant`. */
export function optionId(
  listId: string,
  choices: Choice[],
  choice: Choice | undefined,
): string | undefined {
  const position = choice ? choices.indexOf(choice) : -1;
  return position < 0 ? undefined : `${listId}-${position}`;
}
