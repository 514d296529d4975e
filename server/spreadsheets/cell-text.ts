import type { DateParts, NumberFormats } from './sheetjs.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

export const general = 'General';

export type FormattedNumber = { value: number; format: string; date1904: boolean };

export function booleanText(value: boolean): string {
  return value ? 'TRUE' : 'FALSE';
}

/**
 * Gives the numbers of a sheet as a person reads them in its cells, but numbers and dates so that a
 * program can read them back. One for each file: it remembers the formats, and how long they took.
 */
export function createNumberFormatter(
  formats: NumberFormats,
  clock: () => number = () => performance.now(),
): (number: FormattedNumber) => string {
  const kinds = new Map<string, FormatKind>();
  const timed = timeLimit(clock);
  const format: Format = (number) => timed(() => formats.format(number.format, number.value));
  const kindOf = (code: string): FormatKind => {
    const known = kinds.get(code);
    if (known) return known;
    const kind = attempt<FormatKind>(() => {
      if (timed(() => formats.is_date(code))) return 'date';
      return padsNumbers(code, format) ? 'padded' : 'plain';
    });
    kinds.set(code, kind ?? 'plain');
    return kind ?? 'plain';
  };
  const formatted = (number: FormattedNumber): string | undefined => {
    const kind = kindOf(number.format);
    if (kind === 'plain') return undefined;
    if (kind === 'padded') return paddedNumber(number, format);
    // A time of day has no date to show.
    const date =
      number.value < 1 ? null : timed(() => formats.parse_date_code(number.value, number));
    return date ? dateText(date) : format(number);
  };
  return (number) => {
    if (!Number.isFinite(number.value)) return '';
    const text = attempt(
      () => formatted(number),
      () => kinds.set(number.format, 'plain'),
    );
    return text ?? plainNumber(number.value);
  };
}

type FormatKind = 'date' | 'padded' | 'plain';
type Format = (number: Pick<FormattedNumber, 'format' | 'value'>) => string;

/** What formats may take of the time in which a file is read; 200,000 phone numbers take about 2 s of it. */
const mostMilliseconds = 15_000;

function timeLimit(clock: () => number) {
  let spent = 0;
  return <T>(work: () => T): T => {
    if (spent > mostMilliseconds) throw new SpreadsheetError('tooSlow');
    const start = clock();
    try {
      return work();
    } finally {
      spent += clock() - start;
    }
  };
}

/** SheetJS throws at formats that make no sense; one that does so once is not asked again. */
function attempt<T>(work: () => T, onFailure: () => void = () => {}): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    onFailure();
    return undefined;
  }
}

function dateText({ y, m, d }: DateParts): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;
}

/** Never in scientific notation: a phone number kept as a number shows all of its digits. */
export function plainNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isInteger(value)) return BigInt(value).toString();
  if (!Number.isFinite(value)) return '';
  // Excel keeps 15 digits; the rest is the noise of binary fractions.
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** Zero and a number of each length that a phone number can have: formats may tell them apart. */
const samples = [
  0,
  ...Array.from('5551234567890', (_, at) => Number('5551234567890'.slice(0, at + 1))),
];
/** Larger ones are no phone numbers, and take SheetJS long. */
const largestPadded = 1e15;

/** Whether a format is worth asking: most only show what is better read plain. */
function padsNumbers(code: string, format: Format): boolean {
  return samples.some((value) => {
    const text = paddedNumber({ format: code, value }, format);
    return text !== undefined && text !== plainNumber(value);
  });
}

/** `000000` shows leading zeros, `(000) 000-0000` groups: taken where no digit gets lost. */
function paddedNumber(number: Parameters<Format>[0], format: Format): string | undefined {
  const plain = plainNumber(number.value);
  // What a formula calculates may be a whole number but for the noise of binary fractions.
  if (!/^\d+$/.test(plain) || number.value > largestPadded) return undefined;
  const text = format(number).trim();
  if (!/^[\d\s+()-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits === plain.replace(/^0+/, '') ? text : undefined;
}
