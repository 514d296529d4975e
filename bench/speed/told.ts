import { takenDuring } from './cpu.ts';
import { type Missing, type Row, say } from './report.ts';

/** Rows with how much the machine was disturbed while they were measured. */
export async function withTaken(work: () => Promise<Row[]>): Promise<Row[]> {
  const [rows, taken] = await takenDuring(work);
  return rows.map((row) => ({ ...row, taken }));
}

/** What two measurements make together was disturbed as much as the one that was disturbed more. */
export function between<T>(
  [before, takenBefore]: [T, number | undefined],
  [after, takenAfter]: [T, number | undefined],
  rowsOf: (before: T, after: T) => Row[],
): Row[] {
  const known = [takenBefore, takenAfter].filter((taken) => taken !== undefined);
  const taken = known.length > 0 ? Math.max(...known) : undefined;
  return rowsOf(before, after).map((row) => ({ ...row, taken }));
}

export const missing: Missing[] = [];

/** A part that cannot be measured here is told, and does not take the others with it. */
export async function orTold(name: string, work: () => Promise<Row[]>): Promise<Row[]> {
  say(`${name}…`);
  return withTaken(work).catch(({ message: reason }: Error) => {
    console.log(`${name} could not be measured: ${reason}`);
    missing.push({ name, reason });
    return [];
  });
}
