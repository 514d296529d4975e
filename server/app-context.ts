import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { DiskSpace } from './lib/disk-space.ts';

/** What the rules work with, in production as in tests. */
export type AppContext = {
  db: Database;
  config: Config;
  clock: () => Date;
  /** Of the embedded database; left out with another one. */
  disk?: DiskSpace;
};
