import type { Db } from '#server/db/database.ts';
import { findValues } from './mapping.queries.ts';
import type { Mapping } from './mapping.ts';

export async function readMapping(db: Db): Promise<Mapping> {
  return findValues(db);
}
