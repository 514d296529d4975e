import { importText } from '#contract/import-text.ts';
import type { ImportRecord } from '#contract/imports.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db, Transaction } from '#server/db/database.ts';
import { waitAtMost } from '#server/db/lock-wait.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import {
  findImportRecord,
  findImports,
  findOwnImport,
  undoImport as undoImportRows,
} from './imports.queries.ts';
import { withStoring } from './limiters.ts';

export async function listImports(
  db: Db,
  whose: Whose,
  page: { limit: number; offset: number },
): Promise<{ imports: ImportRecord[]; total: number }> {
  return findImports(db, whose, page);
}

export async function getImport(db: Db, whose: Whose, id: string): Promise<ImportRecord> {
  const record = await findImportRecord(db, whose, id);
  if (!record) throw new AppError('not_found', importText.notFound);
  return record;
}

/** All leads of an import or, where one has been changed or deleted since, none. */
export async function undoImport(
  db: Database,
  whose: Whose,
  { id, undoneBy, mayUndo }: { id: string; undoneBy: string; mayUndo: () => Promise<void> },
  now: Date,
): Promise<number> {
  const undo = async (tx: Transaction) => {
    await waitAtMost(tx, '10s');
    const before = await findOwnImport(tx, whose, id);
    if (!before) throw new AppError('not_found', importText.notFound);
    if (before.undone) throw new AppError('conflict', importText.undone);
    const { deleted, marked } = await undoImportRows(tx, { id, undoneBy, now });
    if (!marked) {
      const after = await findOwnImport(tx, whose, id);
      throw new AppError('conflict', after?.undone ? importText.undone : importText.touched);
    }
    if (deleted !== before.stored) throw new AppError('conflict', importText.touched);
    return deleted;
  };
  return withStoring(undoneBy, async () => {
    // Their turn may have been long in coming.
    await mayUndo();
    return db.transaction(undo);
  });
}
