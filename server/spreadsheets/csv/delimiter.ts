export const usualDelimiters: readonly string[] = [',', ';', '\t', '|'];
const linesLookedAt = 10;

export type Delimiter = {
  delimiter: string;
  /** An Excel `sep=;` line stands first: no header, yet a row that a spreadsheet program counts. */
  declared: boolean;
};

/** `isKnownTitle` tells the header row from others: where it is known, its cells are what to split. */
export function detectDelimiter(head: string, isKnownTitle: (title: string) => boolean): Delimiter {
  const declared = /^"?sep=([^"\r\n])"?[ \t]*(\r|\n|$)/i.exec(head)?.[1];
  if (declared) return { delimiter: declared, declared: true };
  const lines = firstLines(head);
  let best: { delimiter: string; known: number; cells: number } = {
    delimiter: ',',
    known: 0,
    cells: 1,
  };
  for (const delimiter of usualDelimiters) {
    for (const line of lines) {
      const cells = splitLine(line, delimiter);
      const known = cells.filter((cell) => isKnownTitle(cell)).length;
      const better = known - best.known || (known === 0 ? cells.length - best.cells : 0);
      if (better > 0) best = { delimiter, known, cells: cells.length };
    }
  }
  return { delimiter: best.delimiter, declared: false };
}

/** Line breaks and delimiters inside quotes are text. */
function splitOutsideQuotes(text: string, isBreak: (char: string) => boolean, max: number) {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length && parts.length < max; index++) {
    const char = text.charAt(index);
    if (char === '"') quoted = !quoted;
    else if (!quoted && isBreak(char)) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  if (parts.length < max) parts.push(text.slice(start));
  return parts;
}

function firstLines(head: string): string[] {
  const isBreak = (char: string) => char === '\n' || char === '\r';
  // CR LF is one end of a line, not that of an empty one besides.
  const text = head.trimStart().replaceAll('\r\n', '\n');
  const lines = splitOutsideQuotes(text, isBreak, linesLookedAt);
  return lines.filter((line) => line.trim() !== '');
}

function splitLine(line: string, delimiter: string): string[] {
  const cells = splitOutsideQuotes(line, (char) => char === delimiter, 1_000);
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1'));
}
