/** How text is compared: without regard to case, and however its accents are composed. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A LIKE pattern that finds this text anywhere; %, _ and \ stand for themselves. */
export function substringPattern(text: string): string {
  return `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`;
}
