/** How text is compared: without regard to case, and however its accents are composed. */
export function foldText(text: string): string {
  // Composed afterwards: 'J̌' has a small form in one sign, and none as a capital.
  const small = text.toLowerCase().normalize('NFC');
  // The sigma at the end of a Greek word has two small forms: 'ΣΟΦΟΣ' must find 'Σοφοσ…'.
  return small.replaceAll('ς', 'σ');
}

/** A LIKE pattern that finds this text anywhere; %, _ and \ stand for themselves. */
export function substringPattern(text: string): string {
  return `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`;
}
