/** What was tried and seen, beside what must be; without a bound it is only shown. */
export type Finding = { tried: string; seen: string; bound?: string; held: boolean };

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

const shown = (milliseconds: number) =>
  milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;

/** Holds where it is under the bound: a figure that is missing does not. */
export function under(tried: string, milliseconds: number, bound: number, more = ''): Finding {
  return {
    tried,
    seen: `${shown(milliseconds)}${more}`,
    bound: `under ${shown(bound)}`,
    held: milliseconds < bound,
  };
}

export function must(tried: string, seen: string, bound: string, held: boolean): Finding {
  return { tried, seen, bound, held };
}

export function observed(tried: string, seen: string): Finding {
  return { tried, seen, held: true };
}

/** How often each was answered: '312 × 200, 4 × 503'. */
export function tally(statuses: readonly (number | string)[]): string {
  const counts = new Map<number | string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].sort(([a], [b]) => String(a).localeCompare(String(b)));
  return parts.map(([status, count]) => `${count} × ${status}`).join(', ') || 'nothing';
}

export function print(name: string, { tried, seen, bound, held }: Finding): void {
  const verdict = bound === undefined ? '      ' : held ? 'held  ' : 'MISSED';
  console.log(`${verdict} ${name}: ${tried}`);
  console.log(`         seen ${seen}${bound === undefined ? '' : `; must be ${bound}`}`);
}
