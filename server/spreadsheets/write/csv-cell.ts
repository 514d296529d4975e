import { guardFormula } from '../formula.ts';

export function csvCell(text: string, delimiter: string): string {
  const safe = guardFormula(text);
  // Also what others use between cells: whoever reads the file has to find out which one it is.
  const quoted = safe.includes(delimiter) || /[",;|\t\r\n]|^\s|\s$/.test(safe);
  return quoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
