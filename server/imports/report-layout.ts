import { maxSheetColumns } from '#server/spreadsheets/rows.ts';

const errorsTitle = 'Errors';

type Layout = {
  header: string[];
  row(cells: readonly string[], errors: string): string[];
};

/** Where the cells of a file stand in its report; Errors is the last column that Excel can show. */
export function layOut(titles: readonly string[]): Layout {
  // Formatted but empty cells must not push Errors out of sight.
  const width = titles.findLastIndex((title) => (title ?? '').trim() !== '') + 1;
  const indexes = Array.from({ length: width }, (_, index) => index);
  const isOld = (index: number) => titles[index]?.trim().toLowerCase() === 'errors';
  const columns = indexes.filter((index) => !isOld(index)).slice(0, maxSheetColumns - 1);
  const known = new Set([...columns, ...indexes.filter(isOld)]);
  return {
    header: [...columns.map((index) => titles[index] ?? ''), errorsTitle],
    row(cells, errors) {
      const surplus = cells.filter((cell, index) => !known.has(index) && cell.trim() !== '');
      const note = surplus.length > 0 ? `(left over: ${surplus.join(' | ')})` : '';
      const text = errors && note ? `${errors} ${note}` : errors || note;
      return [...columns.map((index) => cells[index] ?? ''), text];
    },
  };
}
