/** 1204 reads 1,204. */
export function inWords(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 row`, `1,204 rows` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inWords(count)} ${count === 1 ? one : many}`;
}

export function skippedText(count: number): string {
  return `${counted(count, 'duplicate was', 'duplicates were')} skipped`;
}
