import { takenDuring } from './cpu.ts';
import { say } from './report.ts';
import type { Case, Row } from './rows.ts';

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

/** What is measured in one go, with the rows that it is to give. */
export type Part = { name: string; cases: Case[]; measure: () => Promise<Row[]> };

/** A part that cannot be measured here is told as that, and does not take the others with it. */
async function orTold({ name, cases, measure }: Part): Promise<Row[]> {
  say(`${name}…`);
  return withTaken(measure).catch(({ message }: Error) => {
    // Some go on for many lines.
    const [reason] = message.split('\n');
    console.log(`${name} could not be measured: ${reason}`);
    return cases.map((each) => ({ ...each, note: `not measured: ${reason}` }));
  });
}

export async function allOrTold(parts: Part[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of parts) rows.push(...(await orTold(part)));
  return rows;
}
