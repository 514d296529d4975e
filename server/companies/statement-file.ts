import {
  type CommissionName,
  commissionNames,
  commissions,
  difference,
} from '#contract/commissions.ts';
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
export async function* statementLines(
  db: Database,
  { currency, ...asked }: Asked & { currency: string },
): AsyncGenerator<string> {
  const whose = { partner: asked.partner };
  const { statement, ids } = await atOneMoment(db, async (tx) => {
    const statement = await composeStatement(tx, asked);
    return { statement, ids: await findChangeIds(tx, whose, asked.period, statement.source) };
  });
  yield byteOrderMark + line(header) + line(balanceCells('Opening', statement, currency));
  for (let at = 0; at < ids.length; at += linesAtOnce) {
    const changes = await findChangesById(db, whose, ids.slice(at, at + linesAtOnce));
    const rows = changes.map(statementChange);
    yield rows.map((change) => line(changeCells(change, currency))).join('');
  }
  yield line(balanceCells('Closing', statement, currency));
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
