/** A file of one table, written in order: each call waits for the one before it. */
export type Table = {
  begin(header: readonly string[]): Promise<void>;
  row(cells: readonly string[]): void | Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
};

/** What Excel itself can hold. */
const maxCellLength = 32_767;

export function cutCell(text: string): string {
  return cut(text, maxCellLength);
}

/** Never between the two halves of a character. */
export function cut(text: string, max: number): string {
  return text.length > max ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '') : text;
}

/** In characters; what goes wrong in a row takes the most room. */
export function columnWidths(header: readonly string[]): number[] {
  const last = header.length - 1;
  return header.map((title, index) =>
    index === last ? 60 : Math.min(Math.max(title.length + 2, 16), 40),
  );
}
