/** What is measured, and what it has to reach. */
export type Case = {
  name: string;
  unit: '/s' | 'ms' | 'MB' | 'kB' | 's' | 'times' | 'calls';
  /** The target is of ours divided by what it is compared with. */
  isRatio?: true;
  /** What that is, where it is not the bare program. */
  beside?: string;
  /** Without one it is only told. */
  target?: number;
  /** Whether the target is to be reached or not to be passed. */
  is?: 'at least' | 'at most';
  /** Set by this bench, where what is asked for is no number. */
  isOurTarget?: true;
  /** A call of a few short statements: it takes as much longer on a slower machine as adding a lead. */
  isPaced?: true;
};

export type Row = Case & {
  /** Without it the case could not be measured, and its note says why. */
  ours?: number;
  /** Where there is something to compare with. */
  bare?: number;
  /** What part of the time that the cores were wanted meanwhile others had them. */
  taken?: number | undefined;
  /** What else is to be known, such as who was the bottleneck. */
  note?: string;
};

export function isMet({ ours, bare = 1, target = 0, is }: Row): boolean {
  if (ours === undefined) return false;
  return is === 'at least' ? ours / bare >= target : ours / bare <= target;
}

export function verdictOf(row: Row): string {
  if (row.ours === undefined) return 'not measured';
  if (row.target === undefined) return 'told';
  return isMet(row) ? 'met' : 'NOT MET';
}

export const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
