/** What leads are counted by, day by day. */
export const everyLead = 'all';
export const statusOfDays = (statusKey: string) => `status ${statusKey}`;
export const lettersOfDays = (letters: string) => `text ${letters}`;

/** Each letter and pair of letters of a text, once; none reaches from one line into the next. */
export function lettersOf(text: string): Set<string> {
  const letters = new Set<string>();
  let before = '\n';
  for (const letter of text) {
    if (letter !== '\n') letters.add(letter);
    if (letter !== '\n' && before !== '\n') letters.add(before + letter);
    before = letter;
  }
  return letters;
}
