import { statusText } from '#contract/lead-status.ts';
import { stages } from '#contract/stages.ts';
import { shortDate } from '#web/ui/format.ts';
import { filterText } from './filter-text.ts';
import {
  dayIn,
  type LeadSource,
  type LeadsAddress,
  sourceNames,
  startOfDay,
  statusesText,
  statusNames,
} from './leads-address.ts';

/** A filter that is on, what it reads, and what the address says without it. */
export type Chip = { key: string; text: string; without: Partial<LeadsAddress> };

/** What the panel of filters has on; the toolbar's own filters say so themselves. */
export function chipsOf(address: LeadsAddress): Chip[] {
  const { from, to, country, source, won_from, won_to, stuck, unread, deleted } = address;
  const reached = stages.find(({ key }) => key === address.reached)?.name ?? '';
  const names = statusNames(address.statuses);
  const statuses = names.map((name) => ({
    key: `status ${name}`,
    text: statusText(name),
    without: { statuses: statusesText(names.filter((one) => one !== name)) },
  }));
  return [
    ...statuses,
    ...chip('from', from && filterText.from(dayText(from)), { from: '' }),
    ...chip('to', to && filterText.to(dayText(to, true)), { to: '' }),
    ...chip('country', country && filterText.country(country), { country: '' }),
    ...chip('source', source && filterText.source(sourceNames[source as LeadSource]), {
      source: '',
    }),
    ...chip('won from', won_from && filterText.wonFrom(dayText(won_from)), { won_from: '' }),
    ...chip('won to', won_to && filterText.wonTo(dayText(won_to, true)), { won_to: '' }),
    ...chip('reached', reached && filterText.reached(reached), { reached: '' }),
    ...chip('stuck', stuck && filterText.stuck, { stuck: '' }),
    ...chip('unread', unread && filterText.unread, { unread: '' }),
    ...chip('deleted', deleted && filterText.deleted, { deleted: '' }),
  ];
}

function chip(key: string, text: string, without: Partial<LeadsAddress>): Chip[] {
  return text ? [{ key, text, without }] : [];
}

function dayText(text: string, isEnd = false): string {
  const { day, isUtc } = dayIn(text, isEnd);
  return `${shortDate(startOfDay(day)?.toISOString())}${isUtc ? ' (UTC)' : ''}`;
}
