import type { NumberFormats } from './sheetjs.ts';

export const general = 'General';

export type FormattedNumber = { value: number; format: string; date1904: boolean };

export function booleanText(value: boolean): string {
  return value ? 'TRUE' : 'FALSE';
}

/** What a person reads in a cell, but for numbers and dates that a program can read back. */
export function numberText(number: FormattedNumber, formats: NumberFormats): string {
  if (!Number.isFinite(number.value)) return '';
  if (formats.is_date(number.format)) return dateText(number, formats);
  return paddedNumber(number, formats) ?? plainNumber(number.value);
}

function dateText(number: FormattedNumber, formats: NumberFormats): string {
  const { value } = number;
  const date = value < 1 ? null : formats.parse_date_code(value, number);
  // A time of day has no date to show.
  if (!date) return tryFormat(number, formats) ?? plainNumber(value);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.y).padStart(4, '0')}-${two(date.m)}-${two(date.d)}`;
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

/** `000000` shows leading zeros, `(000) 000-0000` groups: taken where no digit gets lost. */
function paddedNumber(number: FormattedNumber, formats: NumberFormats): string | undefined {
  const text = tryFormat(number, formats)?.trim();
  if (!text || !/^[\d\s+()-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits === plainNumber(number.value).replace(/^0+/, '') ? text : undefined;
}

function tryFormat({ format, value }: FormattedNumber, formats: NumberFormats): string | undefined {
  try {
    return formats.format(format, value);
  } catch {
    return undefined;
  }
}
