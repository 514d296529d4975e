export type Changes = Record<string, { from: unknown; to: unknown }>;

/** Enough for every field of a form and for long notes. */
const mostCharacters = 16_000;
const mostOfOneText = 100;

/**
 * What a timeline keeps of a correction: of custom fields those that changed, and of huge changes the
 * beginning of each text. Whoever corrects a lead a hundred times with the largest fields would make
 * a timeline of 25 MB otherwise.
 */
export function keptChanges(changes: Changes): Changes {
  const { custom_fields, ...others } = changes;
  const kept = { ...others, ...(custom_fields && { custom_fields: changedKeys(custom_fields) }) };
  if (JSON.stringify(kept).length <= mostCharacters) return kept;
  return JSON.parse(JSON.stringify(kept, (_, value) => shortened(value)));
}

function changedKeys({ from, to }: Changes[string]): Changes[string] {
  const before = Object.entries(from ?? {});
  const after = Object.entries(to ?? {});
  const isIn = (entries: [string, unknown][], [key, value]: [string, unknown]) =>
    entries.some(([other, same]) => other === key && same === value);
  return {
    from: from && Object.fromEntries(before.filter((entry) => !isIn(after, entry))),
    to: to && Object.fromEntries(after.filter((entry) => !isIn(before, entry))),
  };
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= mostOfOneText) return value;
  return `${[...value].slice(0, mostOfOneText).join('')}…`;
}
