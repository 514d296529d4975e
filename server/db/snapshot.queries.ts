import { sql } from './sql.ts';

/** Which transactions are over: whoever reads from now on sees what they did. */
export const currentSnapshot = sql`pg_current_snapshot()::text`;
