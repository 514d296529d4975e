/** Spreadsheet programs take a text that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/;

export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

export function csvCell(text: string, delimiter: string): string {
  const safe = escapeFormula(text);
  // Also what others use between cells: whoever reads the file has to find out which one it is.
  const quoted = safe.includes(delimiter) || /[",;|\t\r\n]|^\s|\s$/.test(safe);
  return quoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
