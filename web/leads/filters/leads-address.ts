import { dayMilliseconds } from '#contract/days.ts';
import type { RequestOf } from '#contract/http.ts';
import type { LeadSort } from '#contract/lead-queries.ts';
import { statusGroups, statusKey } from '#contract/lead-status.ts';
import type { routes } from '#contract/routes.ts';
import { type Stage, stages } from '#contract/stages.ts';
import type { ListState } from '#web/lib/use-list-state.ts';

/** What the address of the list can hold beside its page, in the order in which it is written. */
export const addressNames = [
  'search',
  'partner',
  'status',
  'import',
  'statuses',
  'from',
  'to',
  'country',
  'source',
  'won_from',
  'won_to',
  'reached',
  'stuck',
  'unread',
  'deleted',
  'sort',
] as const;
export type AddressName = (typeof addressNames)[number];
export type LeadsAddress = ListState<AddressName>;

type ListQuery = RequestOf<typeof routes.listLeads>['query'];
/** The list's own parameters: what is listed, exported, and changed all at once. */
export type FilterQuery = Omit<ListQuery, 'limit' | 'offset' | 'sort'>;
export type LeadSource = NonNullable<ListQuery['source']>;

export const sourceNames: Record<LeadSource, string> = {
  form: 'Form',
  upload: 'File upload',
  api: 'API',
};

const sorts: Record<LeadSort, true> = {
  created_at: true,
  '-created_at': true,
  company_name: true,
  '-company_name': true,
  status: true,
  '-status': true,
};
/** As in the contract, whose schemas are no part of the first load. */
export const newestFirst: LeadSort = '-created_at';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const longestCountry = 200;
const longestStatuses = 2_000;

/** What an address asks for that its reader may not, or that is nonsense, filters nothing. */
export function cleanAddress(address: LeadsAddress, isAdmin: boolean): LeadsAddress {
  const statuses = statusNames(address.statuses);
  const group = statusGroups.find(({ name }) => name === address.status)?.name;
  return {
    ...address,
    partner: isAdmin ? address.partner : '',
    // Statuses one by one say more exactly what is looked for than their group does.
    status: statuses.length === 0 ? (group ?? '') : '',
    statuses: statusesText(statuses),
    import: uuid.test(address.import) ? address.import : '',
    from: startOf(address.from) ? address.from : '',
    to: startOf(address.to) ? address.to : '',
    won_from: startOf(address.won_from) ? address.won_from : '',
    won_to: startOf(address.won_to) ? address.won_to : '',
    reached: stages.some(({ key }) => key === address.reached) ? address.reached : '',
    stuck: onlyTrue(address.stuck),
    country: address.country.length <= longestCountry ? address.country.trim() : '',
    source: Object.hasOwn(sourceNames, address.source) ? address.source : '',
    unread: onlyTrue(address.unread),
    deleted: isAdmin ? onlyTrue(address.deleted) : '',
    sort: Object.hasOwn(sorts, address.sort) && address.sort !== newestFirst ? address.sort : '',
  };
}

const onlyTrue = (text: string) => (text === 'true' ? text : '');

/** The names of a comma-separated list, each status once, however it is written. */
export function statusNames(list: string): string[] {
  if (list.length > longestStatuses) return [];
  const names = (list.match(/(?:\\,|[^,])+/g) ?? []).map((name) => name.replaceAll('\\,', ','));
  const keys = names.map(statusKey);
  return names.filter((_, index) => keys[index] && keys.indexOf(keys[index]) === index);
}

/** A comma within a name is written `\,`, as the server reads it. */
export function statusesText(names: string[]): string {
  return names.map((name) => name.trim().replaceAll(',', '\\,')).join(',');
}

/** A clean address as the server is asked for it. */
export function filterQueryOf(address: LeadsAddress): FilterQuery {
  const group = statusGroups.find(({ name }) => name === address.status)?.statuses;
  const statuses = address.statuses || group?.join(',');
  const from = startOf(address.from);
  const to = startOf(address.to, 1);
  const wonFrom = startOf(address.won_from);
  const wonTo = startOf(address.won_to, 1);
  return {
    ...(address.search && { search: address.search }),
    ...(address.partner && { partner_id: address.partner }),
    ...(statuses && { status_filter: statuses }),
    ...(address.import && { import_id: address.import }),
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
    ...(address.country && { country: address.country }),
    ...(address.source && { source: address.source as LeadSource }),
    ...(wonFrom && { won_from: wonFrom.toISOString() }),
    ...(wonTo && { won_to: wonTo.toISOString() }),
    ...(address.reached && { reached: address.reached as Stage }),
    ...(address.stuck && { stuck: 'true' as const }),
    ...(address.unread && { unread: 'true' as const }),
    ...(address.deleted && { deleted: 'true' as const }),
  };
}

export function sortOf({ sort }: Pick<LeadsAddress, 'sort'>): LeadSort {
  return (sort as LeadSort | '') || newestFirst;
}

const utcMidnight = /^(\d{4}-\d\d-\d\d)T00:00:00Z$/;

/** A day of the reader's, or the midnight between two days of UTC, by which weeks are counted. */
function startOf(text: string, daysLater = 0): Date | undefined {
  const [, day] = utcMidnight.exec(text) ?? [];
  if (day === undefined) return startOfDay(text, daysLater);
  return startOfDay(day) && new Date(text);
}

/** The day that a filter reads; what ends with a midnight ends with the day before it. */
export function dayIn(text: string, isEnd = false): { day: string; isUtc: boolean } {
  const [, day] = utcMidnight.exec(text) ?? [];
  if (day === undefined) return { day: text, isUtc: false };
  const shown = new Date(Date.parse(text) - (isEnd ? dayMilliseconds : 0));
  return { day: shown.toISOString().slice(0, 10), isUtc: true };
}

/**
 * When a day begins where its reader is; undefined where there is no such day. The server's days are
 * those of UTC, so it is asked for moments.
 */
export function startOfDay(day: string, daysLater = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date);
  const isReal = start.getMonth() === month - 1 && start.getFullYear() === year;
  return isReal ? new Date(year, month - 1, date + daysLater) : undefined;
}
