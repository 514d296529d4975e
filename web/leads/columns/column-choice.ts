/** A column that can be chosen: whether it shows unasked, and about how wide it is. */
type Choosable = { name: string; usual: boolean; width: number; adminOnly?: true };

/**
 * In the order in which they stand. Company and Actions are not among them: they say what a row is and
 * hold what can be done with it.
 */
export const choosable = {
  partner: { name: 'Partner', usual: true, width: 84, adminOnly: true },
  contact: { name: 'Contact', usual: true, width: 107 },
  email: { name: 'Email', usual: true, width: 200 },
  phone: { name: 'Phone', usual: true, width: 115 },
  status: { name: 'Status', usual: true, width: 140 },
  date: { name: 'Date Added', usual: true, width: 76 },
  country: { name: 'Country', usual: false, width: 116 },
  city: { name: 'City', usual: false, width: 116 },
  state: { name: 'State', usual: false, width: 104 },
  zip: { name: 'Zip', usual: false, width: 84 },
  address: { name: 'Address', usual: false, width: 176 },
} as const satisfies Record<string, Choosable>;

export const choosableColumns = Object.entries<Choosable>(choosable).map(([key, column]) => ({
  key,
  ...column,
}));

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
