import { dayMilliseconds, endOf } from '#contract/days.ts';
import type { LeadFilter } from '#contract/lead-queries.ts';
import { agedStatus, initialStatus, newLeadsSince, statusKeys } from '#contract/lead-status.ts';
import { restorableDays } from '#contract/limits.ts';
import { errorText } from '#contract/protocol.ts';
import { stagePosition } from '#contract/stages.ts';
import { AppError } from '#server/app-error.ts';

/** A note is unread for one side: for the lead's partner, or for all administrators. */
export type Side = 'partner' | 'admin';
/** Who looks at a list of leads, and when. */
export type ListReader = { role: Side; now: Date };

/** Statuses of which the age of a new lead decides whether it is among those asked for. */
export type ShownAs = { keys: string[]; newSince: Date };

/** What a list of leads is narrowed by, as the queries take it; what is undefined narrows nothing. */
export type LeadMatch = {
  /** Chosen one by one. */
  ids: string[] | undefined;
  statusKeys: string[] | undefined;
  shownAs: ShownAs | undefined;
  search: string | undefined;
  /** A search of which the index is asked for a part; in what that finds, the whole is looked for. */
  searchByPart: { part: string; whole: string } | undefined;
  importId: string | undefined;
  /** Set where that import has to be the reader's own: of another's even its leads tell nothing. */
  ownImport: string | undefined;
  /** Submitted at this moment or later. */
  from: Date | undefined;
  /** Submitted before this moment. */
  before: Date | undefined;
  country: string | undefined;
  source: LeadFilter['source'];
  /** Won at this moment or later. */
  wonFrom: Date | undefined;
  /** Won before this moment. */
  wonBefore: Date | undefined;
  /** Came at least this far. */
  reached: number | undefined;
  /** Stood in their status for too long at this moment. */
  stuckAt: Date | undefined;
  unreadBy: Side | undefined;
  /** Set where the deleted leads are asked for, instead of all others. */
  deletedSince: Date | undefined;
};

/** The parameters of a list, read for whoever asks. Only administrators see what was deleted. */
export function readLeadFilter(filter: Partial<LeadFilter>, { role, now }: ListReader): LeadMatch {
  if (filter.deleted && role !== 'admin') {
    throw new AppError('forbidden', errorText.insufficientPermissions);
  }
  return {
    ids: undefined,
    ...readStatuses(statusKeys(filter.status_filter ?? ''), now),
    search: filter.search ?? undefined,
    searchByPart: undefined,
    importId: filter.import_id,
    ownImport: role === 'partner' ? filter.import_id : undefined,
    from: filter.from === undefined ? undefined : new Date(filter.from),
    before: filter.to === undefined ? undefined : endOf(filter.to),
    country: filter.country ?? undefined,
    source: filter.source,
    wonFrom: filter.won_from === undefined ? undefined : new Date(filter.won_from),
    wonBefore: filter.won_to === undefined ? undefined : endOf(filter.won_to),
    reached: filter.reached && stagePosition(filter.reached),
    stuckAt: filter.stuck && now,
    unreadBy: filter.unread && role,
    deletedSince: filter.deleted && new Date(now.getTime() - restorableDays * dayMilliseconds),
  };
}

/**
 * A new lead reads In Progress after some days, and is found by what it reads. Whoever asks for both,
 * as the group does, gets it either way, and the counters know how many there are.
 */
function readStatuses(keys: string[], now: Date): Pick<LeadMatch, 'statusKeys' | 'shownAs'> {
  if (keys.length === 0) return { statusKeys: undefined, shownAs: undefined };
  const isEitherWay = keys.includes(initialStatus) === keys.includes(agedStatus);
  if (isEitherWay) return { statusKeys: keys, shownAs: undefined };
  return { statusKeys: undefined, shownAs: { keys, newSince: newLeadsSince(now) } };
}
