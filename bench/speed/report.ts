import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chart } from './chart.ts';
import { isMet, type Row, shown, verdictOf } from './rows.ts';

const folder = new URL('../results/', import.meta.url);

export function tableOf(rows: Row[]): string[] {
  const cells = [
    ['case', 'ours', 'bare', 'ratio', 'target', '', 'cores taken'],
    ...rows.map((row) => [
      row.beside ? `${row.name} (beside ${row.beside})` : row.name,
      row.ours === undefined ? '' : `${shown(row.ours)} ${row.unit}`,
      row.bare === undefined ? '' : `${shown(row.bare)} ${row.unit}`,
      row.ours === undefined || row.bare === undefined ? '' : (row.ours / row.bare).toFixed(2),
      targetOf(row),
      verdictOf(row),
      row.taken === undefined ? '' : `${Math.round(row.taken * 100)} %`,
    ]),
  ];
  const widths = cells[0]?.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  const lines = cells.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths?.[i] ?? 0) : cell.padStart(widths?.[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const notes = rows.flatMap(({ name, note }) => (note ? [`${name}: ${note}`] : []));
  return [...lines, ...notes];
}

function targetOf({ is, target, isRatio, unit, isOurTarget }: Row): string {
  if (target === undefined) return '';
  const words = [is, target, ...(isRatio ? [] : [unit]), ...(isOurTarget ? ['(our own)'] : [])];
  return words.join(' ');
}

export function print(lines: string[]): void {
  for (const line of lines) console.log(line);
}

/** What it is at, and since when. */
export function say(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);
}

/** Leads a second that the bare program added on the machine where targets in seconds were set. */
const referencePace = 2_150;

/** The case whose bare program tells how fast the machine was. */
const paceOf = (rows: Row[]) => rows.find(({ name }) => name === 'create, session');

/** From here on a time tells of the neighbours, who come and go, more than of the portal. */
const mostTaken = 0.1;
const isDisturbed = ({ taken = 0 }: Row) => taken > mostTaken;

const takenMeans =
  'the part of the time that the cores were wanted in which others had them: other programs on this machine, or other machines on the same hardware';

/**
 * A faster or slower machine changes what takes time, not the targets: where that decides, it is told how
 * it would have been at the pace of theirs.
 */
export function paceOfMachine(rows: Row[]): string[] {
  const lines: string[] = [];
  if (rows.some(({ taken }) => taken !== undefined)) lines.push(`Cores taken: ${takenMeans}.`);
  const disturbed = rows.filter(isDisturbed);
  if (disturbed.length > 0) {
    lines.push(
      `It was more than ${mostTaken * 100} % in ${disturbed.length} of ${rows.length} cases, whose times are worth measuring again in a quieter hour.`,
    );
  }
  const pace = paceOf(rows);
  if (!pace?.bare || isDisturbed(pace)) return lines;
  const faster = referencePace / pace.bare;
  lines.push(
    `The bare program adds ${shown(pace.bare)} leads a second here, and ${shown(referencePace)} where the targets were set.`,
  );
  const calculated = rows.flatMap((row) => {
    const { isPaced, ours, unit } = row;
    if (!isPaced || ours === undefined || isDisturbed(row)) return [];
    const there = { ...row, ours: unit === '/s' ? ours * faster : ours / faster };
    if (isMet(there) === isMet(row)) return [];
    return [`At that pace ${row.name}: ${shown(there.ours)} ${unit}, ${verdictOf(there)}`];
  });
  if (calculated.length === 0) return lines;
  return [
    ...lines,
    'Calculated from it, for calls of a few short statements alone, as adding a lead is one:',
    ...calculated,
  ];
}

/** A run of another size is judged by the same targets. */
export function whatTargetsAreFor(leads: number): string {
  return `Targets that depend on the number of leads were set for 1,000,000, those of growth and counts for 10,000 and 10,000,000; this run has ${leads.toLocaleString('en-US')} and is judged by the same.`;
}

export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpu?.model.trim() || process.arch}), ${memory} GiB, Node ${process.versions.node}`;
}

/** Which code was measured; unknown outside a repository. */
function commit(): string | undefined {
  const git = ['describe', '--always', '--dirty'];
  const { status, stdout } = spawnSync('git', git, { cwd: fileURLToPath(folder) });
  return status === 0 ? stdout.toString().trim() : undefined;
}

export async function writeResults(name: string, leads: number, rows: Row[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const measured = paceOf(rows);
  const here = measured && !isDisturbed(measured) ? measured.bare : undefined;
  const results = {
    date,
    commit: commit(),
    machine: machine(),
    leads,
    targets: whatTargetsAreFor(leads),
    taken: takenMeans,
    pace: { here, reference: referencePace },
    rows: rows.map((row) => ({ ...row, verdict: verdictOf(row) })),
  };
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(new URL(`${name}.svg`, folder), chart(results));
}
