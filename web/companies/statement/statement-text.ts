import { companyText } from '#contract/company-text.ts';
import type { Statement } from '#contract/statements.ts';
import { counted, groupDigits, shortDate } from '#web/ui/format.ts';

/** What the statement says, each sentence once. */
export const statementMessages = {
  after: 'then',
  afterHint: 'Then: what the company’s amount was after the change.',
  choose: 'Choose a partner to see their statement.',
  notLoaded: 'The statement could not be loaded.',
  notThere: 'There is no such partner.',
  nothing: 'No commissions have changed in this period.',
  backwards: `${companyText.statement.endsBefore}.`,
  notSaved: 'The file could not be saved. Check your internet connection and try again.',
} as const;

/** Whoever makes an address has no say in what the screen says: only what reads as a day is told. */
export function noDayText(text: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `no day ${text}` : 'no such day';
  return `There is ${day}. Choose the days of the statement.`;
}

/** The last day counts: the end is the first moment that no longer does. */
export function periodText({ from, to }: Pick<Statement, 'from' | 'to'>): string {
  return `${shortDate(from)} – ${shortDate(new Date(Date.parse(to) - 1).toISOString())}`;
}

/** When the closing is of, and what it is called: of a period that is not over yet, today's, so far. */
export function closingOf({ to }: Pick<Statement, 'to'>): { at: string; label: string } {
  const [last, now] = [Date.parse(to) - 1, Date.now()];
  const { soFar, closing } = companyText.statement;
  return {
    at: new Date(Math.min(last, now)).toISOString(),
    label: now < last ? soFar : closing,
  };
}

/** Which day a printed statement is of: later it may read otherwise. */
export function madeText(now: Date): string {
  return `Made on ${shortDate(now.toISOString())}`;
}

/** What of the opening is not known: what there was before anybody kept a record. */
export function unrecordedText({ companies, before }: Statement['unrecorded']): string | null {
  if (companies === 0 || before === null) return null;
  const whose = counted(companies, 'company', 'companies');
  return `Changes before ${shortDate(before)} are not recorded: the opening has the amounts of ${whose} as they were then.`;
}

/** So that nobody takes what is not available for zero. */
export function missingOfText({
  companies,
  not_available: { commission_payable_to_partner: payable, alltime_commission_payable: alltime },
}: Statement): string | null {
  if (payable === 0 && alltime === 0) return null;
  const parts = [
    ...(payable > 0 ? [`${groupDigits(payable)} without a commission payable`] : []),
    ...(alltime > 0 ? [`${groupDigits(alltime)} without an alltime commission`] : []),
  ];
  const of = counted(companies, 'live company', 'live companies');
  return `Not counted, of ${of}: ${parts.join(', ')}.`;
}

export function newestText(shown: number, total: number): string {
  return `The newest ${groupDigits(shown)} of ${groupDigits(total)} changes. The CSV file has all.`;
}
