import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

export type Row = {
  name: string;
  ours: number;
  /** Where there is something to compare with. */
  bare?: number;
  /** What that is, where it is not the bare program. */
  beside?: string;
  unit: '/s' | 'ms' | 'MB' | 'kB' | 's' | 'times' | 'calls';
  /** Without one it is only told. */
  target?: number;
  /** Whether the target is to be reached or not to be passed. */
  is?: 'at least' | 'at most';
  /** What is sent at a rate of its own comes no faster on a faster machine. */
  isSent?: true;
  /** What part of the time that the cores were wanted meanwhile other machines had them. */
  taken?: number | undefined;
  /** What else is to be known, such as who was the bottleneck. */
  note?: string;
};

/** A part that could not be measured. */
export type Missing = { name: string; reason: string };

const folder = new URL('../results/', import.meta.url);

function isMet({ ours, bare, target = 0, is }: Row): boolean {
  const value = bare === undefined ? ours : ours / bare;
  return is === 'at least' ? value >= target : value <= target;
}

function verdictOf(row: Row): string {
  if (row.target === undefined) return 'told';
  return isMet(row) ? 'met' : 'NOT MET';
}

const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

export function printTable(rows: Row[]): void {
  const cells = [
    ['case', 'ours', 'bare', 'ratio', 'target', '', 'cores taken'],
    ...rows.map((row) => [
      row.beside ? `${row.name} (beside ${row.beside})` : row.name,
      `${shown(row.ours)} ${row.unit}`,
      row.bare === undefined ? '' : `${shown(row.bare)} ${row.unit}`,
      row.bare === undefined ? '' : (row.ours / row.bare).toFixed(2),
      row.is ? `${row.is} ${row.target}${row.bare === undefined ? ` ${row.unit}` : ''}` : '',
      verdictOf(row),
      row.taken === undefined ? '' : `${Math.round(row.taken * 100)} %`,
    ]),
  ];
  const widths = cells[0]?.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  for (const line of cells) {
    const padded = line.map((cell, i) =>
      i === 0 ? cell.padEnd(widths?.[i] ?? 0) : cell.padStart(widths?.[i] ?? 0),
    );
    console.log(padded.join('  ').trimEnd());
  }
  for (const { name, note } of rows) if (note) console.log(`${name}: ${note}`);
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

/**
 * A faster or slower machine changes what takes time, not the targets: where that decides, it is told how
 * it would have been at the pace of theirs.
 */
export function printPace(rows: Row[]): void {
  const disturbed = rows.filter(isDisturbed);
  if (disturbed.length > 0) {
    console.log(
      `Other machines had more than ${mostTaken * 100} % of the cores during ${disturbed.length} of ${rows.length} cases, whose times are worth measuring again in a quieter hour.`,
    );
  }
  const pace = paceOf(rows);
  if (!pace?.bare || isDisturbed(pace)) return;
  const faster = referencePace / pace.bare;
  console.log(
    `The bare program adds ${shown(pace.bare)} leads a second here, and ${shown(referencePace)} where the targets were set.`,
  );
  for (const row of rows.filter((each) => isTimed(each) && !isDisturbed(each))) {
    const there = { ...row, ours: row.unit === '/s' ? row.ours * faster : row.ours / faster };
    if (isMet(there) === isMet(row)) continue;
    console.log(`At that pace ${row.name}: ${shown(there.ours)} ${row.unit}, ${verdictOf(there)}`);
  }
}

/** What a machine's speed changes, and no ratio makes up for. */
function isTimed({ target, bare, unit, isSent }: Row): boolean {
  const isOurs = target !== undefined && bare === undefined && !isSent;
  return isOurs && ['/s', 'ms', 's'].includes(unit);
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

export async function writeResults(
  name: string,
  { leads, rows, missing }: { leads: number; rows: Row[]; missing: Missing[] },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const measured = paceOf(rows);
  const here = measured && !isDisturbed(measured) ? measured.bare : undefined;
  const verdicts = rows.map((row) => ({ ...row, verdict: verdictOf(row) }));
  const told = {
    date,
    commit: commit(),
    machine: machine(),
    leads,
    pace: { here, reference: referencePace },
    rows: verdicts,
    missing,
  };
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(told, null, 2)}\n`);
  await writeFile(new URL(`${name}.svg`, folder), chart(rows, leads, date));
}

const barHeight = 22;
const left = 330;
const widest = 420;
/** Past this a bar is cut, and its number tells. */
const mostTimes = 6;

/** How many times as fast as the bare program, each beside its target. */
function chart(rows: Row[], leads: number, date: string): string {
  const compared = rows.filter(({ bare, beside }) => bare !== undefined && !beside);
  const height = 56 + compared.length * barHeight + 12;
  const x = (times: number) => left + (Math.min(times, mostTimes) / mostTimes) * widest;
  const lines = compared.map((row, i) => {
    const times = row.ours / (row.bare ?? 1);
    const y = 48 + i * barHeight;
    return `
  <text x="${left - 10}" y="${y + 13}" text-anchor="end">${escaped(row.name)}</text>
  <rect x="${left}" y="${y}" width="${(x(times) - left).toFixed(1)}" height="16" rx="3" class="${isMet(row) ? 'met' : 'missed'}"/>
  <path d="M${x(row.target ?? 0).toFixed(1)} ${y - 2}v20" class="target"/>
  <text x="${(Math.max(x(times), x(row.target ?? 0)) + 8).toFixed(1)}" y="${y + 13}">${times.toFixed(2)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + widest + 70} ${height}" role="img" aria-label="Requests a second, as a multiple of a bare program">
  <style>
    text { font: 13px system-ui, sans-serif; fill: #333 }
    .met { fill: #2b8a3e } .missed { fill: #c2410c } .target { stroke: #333; stroke-width: 2 }
    .one { stroke: #888; stroke-dasharray: 3 3 }
    @media (prefers-color-scheme: dark) { text { fill: #ddd } .target { stroke: #ddd } }
  </style>
  <text x="10" y="20">Requests a second as a multiple of a bare program, ${leads.toLocaleString('en-US')} leads, ${date}; the mark is the target</text>
  <path d="M${x(1).toFixed(1)} 34V${height - 8}" class="one"/>${lines.join('')}
</svg>
`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
