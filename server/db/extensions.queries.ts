import { sql } from './sql.ts';

/** What an extension has brought belongs to it: it is neither given away nor dropped. */
export const ofNoExtension = {
  tables: sql`('pg_class'::regclass, pg_class.oid) not in (
    select classid, objid from pg_depend where deptype = 'e')`,
  functions: sql`('pg_proc'::regclass, pg_proc.oid) not in (
    select classid, objid from pg_depend where deptype = 'e')`,
} as const;
