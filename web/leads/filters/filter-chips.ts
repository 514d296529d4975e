import { statusText } from '#contract/lead-status.ts';
import { stages } from '#contract/stages.ts';
import { shortDate } from '#web/ui/format.ts';
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
    ...chip('from', from && `From ${dayText(from)}`, { from: '' }),
    ...chip('to', to && `Until ${dayText(to, true)}`, { to: '' }),
    ...chip('country', country && `Country: ${country}`, { country: '' }),
    ...chip('source', source && `Source: ${sourceNames[source as LeadSource]}`, { source: '' }),
    ...chip('won from', won_from && `Won from ${dayText(won_from)}`, { won_from: '' }),
    ...chip('won to', won_to && `Won until ${dayText(won_to, true)}`, { won_to: '' }),
    ...chip('reached', reached && `Came to: ${reached}`, { reached: '' }),
    ...chip('stuck', stuck && 'Stuck', { stuck: '' }),
    ...chip('unread', unread && 'Unread notes', { unread: '' }),
    ...chip('deleted', deleted && 'Deleted', { deleted: '' }),
  ];
}

function chip(key: string, text: string, without: Partial<LeadsAddress>): Chip[] {
  return text ? [{ key, text, without }] : [];
}

function dayText(text: string, isEnd = false): string {
  const { day, isUtc } = dayIn(text, isEnd);
  return `${shortDate(startOfDay(day)?.toISOString())}${isUtc ? ' (UTC)' : ''}`;
}
