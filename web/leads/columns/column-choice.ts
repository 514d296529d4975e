/** A column that can be chosen: whether it shows unasked, and about how wide it is. */
type Choosable = { key: string; name: string; usual: boolean; width: number; adminOnly?: true };

/**
 * In the order in which they stand. Company and Actions are not among them: they say what a row is and
 * hold what can be done with it.
 */
export const choosableColumns: Choosable[] = [
  { key: 'partner', name: 'Partner', usual: true, width: 84, adminOnly: true },
  { key: 'contact', name: 'Contact', usual: true, width: 107 },
  { key: 'email', name: 'Email', usual: true, width: 200 },
  { key: 'phone', name: 'Phone', usual: true, width: 115 },
  { key: 'status', name: 'Status', usual: true, width: 140 },
  { key: 'date', name: 'Date Added', usual: true, width: 76 },
  { key: 'country', name: 'Country', usual: false, width: 116 },
  { key: 'city', name: 'City', usual: false, width: 116 },
  { key: 'state', name: 'State', usual: false, width: 104 },
  { key: 'zip', name: 'Zip', usual: false, width: 84 },
  { key: 'address', name: 'Address', usual: false, width: 176 },
];

/** The columns whose showing was switched over; all others are as usual. */
export type ColumnChoice = readonly string[];

export function isShown(choice: ColumnChoice, key: string): boolean {
  const column = choosableColumns.find((one) => one.key === key);
  return column === undefined || column.usual !== choice.includes(key);
}

export function switched(choice: ColumnChoice, key: string): ColumnChoice {
  return choice.includes(key) ? choice.filter((one) => one !== key) : [...choice, key];
}

/** How much wider than its place the list is with these columns: what was hidden makes room. */
export function extraWidth(choice: ColumnChoice): number {
  const widths = choosableColumns
    .filter(({ key }) => choice.includes(key))
    .map(({ usual, width }) => (usual ? -width : width));
  return Math.max(
    0,
    widths.reduce((sum, width) => sum + width, 0),
  );
}

/** What was kept by an earlier release, or by somebody's own hand, may be anything. */
export function readChoice(kept: string | null): ColumnChoice {
  try {
    const keys: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(keys)) return [];
    return choosableColumns.map(({ key }) => key).filter((key) => keys.includes(key));
  } catch {
    return [];
  }
}
