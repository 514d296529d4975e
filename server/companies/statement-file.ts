import {
  type CommissionName,
  commissionNames,
  commissions,
  difference,
} from '#contract/commissions.ts';
import { companyText } from '#contract/company-text.ts';
import type { Statement, StatementChange } from '#contract/statements.ts';
import type { Database } from '#server/db/database.ts';
import { atOneMoment } from '#server/db/one-moment.queries.ts';
import { csvCell } from '#server/spreadsheets/write/csv-cell.ts';
import { findChangeIds, findChangesById } from './statement.queries.ts';
import { type Asked, composeStatement, statementChange } from './statement.ts';

const byteOrderMark = '\uFEFF';
const linesAtOnce = 500;

const header = [
  'Date',
  'Company',
  'Changed by',
  'Reason',
  ...commissionNames.flatMap((name) => {
    const { label } = commissions[name];
    return [`${label} before`, `${label} after`, `${label} change`, `${label} explained`];
  }),
  'Currency',
];

type File = Asked & { currency: string; now: Date; timeZone: string | undefined };

/** As spreadsheets read it, by the clocks of a zone; without one, the exact moment. */
function dateIn(timeZone: string | undefined, moment: string | Date): string {
  const date = new Date(moment);
  if (!timeZone) return date.toISOString();
  const styles = { dateStyle: 'short', timeStyle: 'medium' } as const;
  // The calendar and the order of Sweden are those of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...styles }).format(date);
}

/** The end of a period is the first moment that is no longer of it. */
const lastMoment = ({ before }: Asked['period']) => new Date(before.getTime() - 1);

/** By the first and the last day that it is of. */
export function statementFileName({ period, timeZone }: Pick<File, 'period' | 'timeZone'>): string {
  const day = (moment: Date) => dateIn(timeZone, moment).slice(0, 10);
  return `statement-${day(period.from)}-${day(lastMoment(period))}.csv`;
}

/** A plain number is no formula, and only as a number can it be summed up. */
function cell(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? text : csvCell(text, ',');
}

const line = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/**
 * A statement with every change of its period, oldest first, in parts. Which changes are of it is
 * settled at the moment of its sums; none changes later, so that each part may be read when its turn
 * comes, without holding a connection for as long as a reader takes.
 */
export async function* statementLines(db: Database, file: File): AsyncGenerator<string> {
  const whose = { partner: file.partner };
  const { statement, ids } = await atOneMoment(db, async (tx) => {
    const statement = await composeStatement(tx, { ...file, limit: 1 });
    return { statement, ids: await findChangeIds(tx, whose, file.period, statement.source) };
  });
  yield byteOrderMark + line(header) + line(openingCells(statement, file));
  for (let at = 0; at < ids.length; at += linesAtOnce) {
    const changes = await findChangesById(db, whose, ids.slice(at, at + linesAtOnce));
    const rows = changes.map(statementChange);
    yield rows.map((change) => line(changeCells(change, file))).join('');
  }
  yield line(closingCells(statement, file));
}

type Sums = Pick<Statement, 'opening' | 'closing'>;

function openingCells({ opening }: Sums, file: File): string[] {
  return balanceCells(companyText.statement.opening, { at: file.period.from, sums: opening }, file);
}

/** Of a period that is not over yet, now. */
function closingCells({ closing }: Sums, file: File): string[] {
  const end = lastMoment(file.period);
  return end < file.now
    ? balanceCells(companyText.statement.closing, { at: end, sums: closing }, file)
    : balanceCells(companyText.statement.soFar, { at: file.now, sums: closing }, file);
}

function balanceCells(
  which: string,
  { at, sums }: { at: Date; sums: Statement['opening'] },
  { timeZone, currency }: File,
): string[] {
  const money = commissionNames.flatMap((name) => ['', sums[name], '', '']);
  return [dateIn(timeZone, at), which, '', '', ...money, currency];
}

function changeCells(change: StatementChange, { timeZone, currency }: File): string[] {
  return [
    dateIn(timeZone, change.at),
    change.company.name ?? '',
    change.by?.name ?? 'HubSpot',
    change.reason ?? '',
    ...commissionNames.flatMap((name) => amountCells(change, name)),
    currency,
  ];
}

function amountCells({ changes, explanations }: StatementChange, name: CommissionName): string[] {
  const changed = changes[name];
  const explained = explanations[name];
  const because = explained ? `${explained.rate} % of ${explained.base}` : '';
  if (!changed) return ['', '', '', because];
  const { from, to } = changed;
  return [from ?? '', to ?? '', difference(from, to), because];
}
