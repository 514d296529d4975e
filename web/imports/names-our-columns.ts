import { uploadColumns } from '#contract/imports.ts';

/** More than all our columns take. */
const longestHeadBytes = 1_000;

/** Whether the first row of a CSV file is the one of our own template: nobody's lead reads so. */
export async function namesOurColumns(file: File): Promise<boolean> {
  try {
    const [head = ''] = (await file.slice(0, longestHeadBytes).text()).split(/[\r\n]/);
    const names = head.split(/[,;\t]/).map(nameIn);
    return uploadColumns.required.every((column) => names.includes(column));
  } catch {
    // The file is gone: that is told where it is sent.
    return false;
  }
}

function nameIn(cell: string): string {
  const text = cell.replaceAll(/["\uFEFF]/g, '').trim();
  return text.toLowerCase().replaceAll(' ', '_');
}
