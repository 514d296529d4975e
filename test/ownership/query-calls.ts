import type { Transaction } from '#server/db/database.ts';
import { own } from './rows.ts';

/** Calls a query as the first partner, also with the ids and the values of the other one. */
type OwnCall = (tx: Transaction) => Promise<unknown>;
/** Why a query is not about the rows of one partner. */
export type Reason = string;
/** Queries by file and name. */
export type QueryCalls = Record<string, Record<string, OwnCall | Reason>>;

export const whose = { partner: own.id };
export const newId = '0192aaaa-0000-7000-8000-0000000000ff';
