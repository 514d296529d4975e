import type { Config } from './config.ts';
import type { Database } from './db/database.ts';

/** What the rules work with, in production as in tests. */
export type AppContext = {
  db: Database;
  config: Config;
  clock: () => Date;
};
