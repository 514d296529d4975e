import { Refusal, refusalText } from './refusal.ts';
import type { DateParts, NumberFormats } from './sheetjs.ts';

export const general = 'General';

export type FormattedNumber = { value: number; format: string; date1904: boolean };

export function booleanText(value: boolean): string {
  return value ? 'TRUE' : 'FALSE';
}

/**
 * Writes the numbers of a file as a person reads them in its cells, but for numbers and dates that a
 * program can read back. One for each file: it remembers the formats, and how much work they were.
 */
export function numberWriter(formats: NumberFormats): (number: FormattedNumber) => string {
  const kinds = new Map<string, FormatKind>();
  const { format, dateOf } = withinBounds(formats);
  const kindOf = (code: string): FormatKind => {
    const known = kinds.get(code);
    if (known) return known;
    const kind = formats.is_date(code) ? 'date' : pads(code, format) ? 'padded' : 'plain';
    kinds.set(code, kind);
    return kind;
  };
  return (number) => {
    const { value } = number;
    if (!Number.isFinite(value)) return '';
    const kind = kindOf(number.format);
    if (kind === 'date') {
      // A time of day has no date to show.
      const date = value < 1 ? null : dateOf(number);
      return date ? dateText(date) : (format(number) ?? plainNumber(value));
    }
    return (kind === 'padded' && paddedNumber(number, format)) || plainNumber(value);
  };
}

type FormatKind = 'date' | 'padded' | 'plain';
type Format = (number: Pick<FormattedNumber, 'format' | 'value'>) => string | undefined;

/**
 * What formatting may cost a file, in letters of format codes; a call costs as much as some letters.
 * 200,000 rows with six phone numbers in a format of their own stay below it, and it is spent in
 * seconds.
 */
const mostWork = 48_000_000;
const workOfCall = 20;

function withinBounds(formats: NumberFormats) {
  let work = 0;
  const spend = (letters: number) => {
    work += workOfCall + letters;
    if (work > mostWork) throw new Refusal(refusalText.tooSlow);
  };
  const format: Format = ({ format, value }) => {
    spend(format.length);
    try {
      return formats.format(format, value);
    } catch {
      return undefined;
    }
  };
  const dateOf = (number: FormattedNumber) => {
    spend(0);
    return formats.parse_date_code(number.value, number);
  };
  return { format, dateOf };
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

/** A short number, and phone numbers in their lengths: formats can tell them apart. */
const samples = [1, 5_551_234, 5_551_234_567, 44_555_123_456];

/** Whether a format is worth asking: most only show what is better read plain. */
function pads(code: string, format: Format): boolean {
  return samples.some((value) => {
    const text = paddedNumber({ format: code, value }, format);
    return text !== undefined && text !== plainNumber(value);
  });
}

/** `000000` shows leading zeros, `(000) 000-0000` groups: taken where no digit gets lost. */
function paddedNumber(number: Parameters<Format>[0], format: Format): string | undefined {
  if (!Number.isInteger(number.value) || number.value < 0) return undefined;
  const text = format(number)?.trim();
  if (!text || !/^[\d\s+()-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits === plainNumber(number.value).replace(/^0+/, '') ? text : undefined;
}
