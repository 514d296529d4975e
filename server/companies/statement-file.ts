import {
  type CommissionName,
  commissionNames,
  commissions,
  difference,
} from '#contract/commissions.ts';
import type { Statement, StatementChange } from '#contract/statements.ts';
import type { Db } from '#server/db/database.ts';
import { csvCell } from '#server/spreadsheets/write/csv-cell.ts';
import { readSource } from './companies.ts';
import { findChanges, type Period } from './statement.queries.ts';
import { readStatement, statementChange } from './statement.ts';

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

/** A plain number is no formula, and only as a number can it be summed up. */
function cell(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? text : csvCell(text, ',');
}

const line = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/**
 * A statement with every change of its period, oldest first, in parts. What has happened stays as it
 * was, so that one part fits the next, whenever each is read.
 */
export async function* statementLines(
  db: Db,
  asked: { partner: string; period: Period; currency: string },
): AsyncGenerator<string> {
  const statement = await readStatement(db, asked);
  const { source } = await readSource(db);
  yield byteOrderMark + line(header) + line(balanceCells('Opening', statement, asked.currency));
  let offset = statement.changes_total;
  while (offset > 0) {
    const limit = Math.min(linesAtOnce, offset);
    offset -= limit;
    const whose = { partner: asked.partner };
    const { changes } = await findChanges(db, whose, asked.period, source, { limit, offset });
    const rows = changes.reverse().map(statementChange);
    yield rows.map((change) => line(changeCells(change, asked.currency))).join('');
  }
  yield line(balanceCells('Closing', statement, asked.currency));
}

function balanceCells(
  which: 'Opening' | 'Closing',
  statement: Omit<Statement, 'currency'>,
  currency: string,
): string[] {
  const at = which === 'Opening' ? statement.from : statement.to;
  const sums = which === 'Opening' ? statement.opening : statement.closing;
  const money = commissionNames.flatMap((name) => ['', sums[name], '', '']);
  return [at, which, '', '', ...money, currency];
}

function changeCells(change: StatementChange, currency: string): string[] {
  return [
    change.at,
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
