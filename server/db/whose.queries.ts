import type { Whose } from '#server/lib/whose.ts';
import { type Sql, sql } from './sql.ts';

/** The part of every query that says whose rows it may touch. */
export function ownedBy(whose: Whose): Sql {
  if (whose === 'everyone') return sql`true`;
  if (whose === 'deleted partners') return ofDeletedPartners;
  return sql`partner_id = ${whose.partner}`;
}

/** As an array, so that the deleted partners are looked up once and not for each row. */
const ofDeletedPartners = sql`
  partner_id = any(array(select gone.id from users gone where gone.deleted_at is not null))`;
