// Spreadsheet programs take a text that begins like one of these for a formula; where Chinese, Japanese or
// Korean is written, the full-width signs too. An apostrophe before it keeps it a text.
const signs = '=+\\-@|\\t\\r＝＋－＠';
const formula = new RegExp(`^[${signs}]`);
const guarded = new RegExp(`^'+[${signs}]`);

export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/**
 * Whoever reads a guarded text takes one apostrophe away from before what looks like a formula: one that
 * belongs to the text gets a second.
 */
export function keepApostrophes(text: string): string {
  return guarded.test(text) ? `'${text}` : text;
}

/** Our reports and exports, and careful people, put one there; what else stands before it is the text's own. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && guarded.test(text) ? text.slice(1) : text;
}
