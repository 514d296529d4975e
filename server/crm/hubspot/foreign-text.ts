const longest = 300;

/** Without what the database cannot hold: NUL, and halves of characters. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
}

/** A text from outside as it is shown and kept: one line of bounded length, in one direction. */
export function shownText(text: string): string {
  const line = storableText(text)
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return line.length > longest ? `${storableText(line.slice(0, longest - 1))}…` : line;
}
