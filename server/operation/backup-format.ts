import { z } from 'zod';

/**
 * A backup is a gzip file of lines: what it is, then for each table its name and columns, its rows as
 * PostgreSQL's COPY writes them and a line that no row can be, then how many rows each table has.
 */
export const backupHead = z.object({
  partner_portal_backup: z.literal(1),
  taken_at: z.string(),
  schema_version: z.number().int().positive(),
  /** Left out until November 2026: such a file may say 0 of a table whose rows are all there. */
  counts_all: z.literal(true).optional(),
});
export type BackupHead = z.infer<typeof backupHead>;

export const backupTable = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
});
export const backupEnd = z.object({ rows: z.record(z.string(), z.number().int()) });

export const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
/** COPY writes a backslash in a row as two, so that no row reads like this. */
export const endOfRows = '\\.\n';

export class DamagedBackup extends Error {}

const newline = 0x0a;
const longestLine = 1024 * 1024;
const afterRows = Buffer.from(`\n${endOfRows}`);

/** Reads lines, and the rows of a table, from the bytes of a backup. */
export function backupReader(bytes: AsyncIterable<Buffer>) {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function readMore(): Promise<boolean> {
    const { value, done } = await source.next();
    if (done) return false;
    held = held.length === 0 ? value : Buffer.concat([held, value]);
    return true;
  }

  return {
    async line<T>(schema: z.ZodType<T>): Promise<T> {
      let end = held.indexOf(newline);
      while (end < 0) {
        if (held.length > longestLine || !(await readMore())) throw new DamagedBackup();
        end = held.indexOf(newline);
      }
      const text = held.subarray(0, end).toString();
      held = held.subarray(end + 1);
      return parse(text, schema);
    },

    async *rows(): AsyncGenerator<Buffer> {
      // As if a line had ended just before, so that the end is found behind no rows, too.
      held = Buffer.concat([Buffer.from('\n'), held]);
      let added = 1;
      for (;;) {
        const end = held.indexOf(afterRows);
        // What may be the beginning of the end stays until more is known.
        const known = end >= 0 ? end + 1 : Math.max(0, held.length - afterRows.length + 1);
        if (known > added) yield held.subarray(added, known);
        if (known > 0) added = 0;
        held = held.subarray(end >= 0 ? end + afterRows.length : known);
        if (end >= 0) return;
        if (!(await readMore())) throw new DamagedBackup();
      }
    },

    /** Fails where something stands behind the end, or the file itself does not end as it should. */
    async end(): Promise<void> {
      if (held.length > 0 || (await readMore())) throw new DamagedBackup();
    },
  };
}
export type BackupReader = ReturnType<typeof backupReader>;

function parse<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new DamagedBackup('', { cause });
  }
}
