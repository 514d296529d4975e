import type { CellObject } from '@e965/xlsx';
import { dateParts, formatNumber, isDateFormat } from './sheetjs.ts';

/** What a person reads in a cell, but for numbers and dates that a program can read back. */
export function cellText(cell: CellObject | undefined, date1904: boolean): string {
  const value = cell?.v;
  if (cell === undefined || value === undefined || value === null || cell.t === 'e') return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (!Number.isFinite(value)) return '';
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  if (isDateFormat(format)) return dateText(value, format, date1904);
  const plain = plainNumber(value);
  return format === 'General' ? plain : (paddedNumber(value, plain, format) ?? plain);
}

function dateText(value: number, format: string, date1904: boolean): string {
  const date = value < 1 ? null : dateParts(value, { date1904 });
  // A time of day has no date to show.
  if (!date) return tryFormat(value, format) ?? plainNumber(value);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.y).padStart(4, '0')}-${two(date.m)}-${two(date.d)}`;
}

/** Never in scientific notation: a phone number kept as a number shows all of its digits. */
function plainNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  // Excel keeps 15 digits; the rest is the noise of binary fractions.
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** `000000` shows leading zeros, `(000) 000-0000` groups: taken where no digit gets lost. */
function paddedNumber(value: number, plain: string, format: string): string | undefined {
  const text = tryFormat(value, format)?.trim();
  if (!text || !/^[\d\s+()-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  return digits.replace(/^0+/, '') === plain.replace(/^0+/, '') ? text : undefined;
}

function tryFormat(value: number, format: string): string | undefined {
  try {
    return formatNumber(format, value);
  } catch {
    return undefined;
  }
}
