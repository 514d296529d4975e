import { statusText } from '#contract/lead-status.ts';
import { shortDate } from '#web/ui/format.ts';
import {
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
  const { from, to, country, source, unread, deleted } = address;
  const names = statusNames(address.statuses);
  const statuses = names.map((name) => ({
    key: `status ${name}`,
    text: statusText(name),
    without: { statuses: statusesText(names.filter((one) => one !== name)) },
  }));
  return [
    ...statuses,
    ...chip('from', from && `From ${dayText(from)}`, { from: '' }),
    ...chip('to', to && `Until ${dayText(to)}`, { to: '' }),
    ...chip('country', country && `Country: ${country}`, { country: '' }),
    ...chip('source', source && `Source: ${sourceNames[source as LeadSource]}`, { source: '' }),
    ...chip('unread', unread && 'Unread notes', { unread: '' }),
    ...chip('deleted', deleted && 'Deleted', { deleted: '' }),
  ];
}

function chip(key: string, text: string, without: Partial<LeadsAddress>): Chip[] {
  return text ? [{ key, text, without }] : [];
}

function dayText(day: string): string {
  return shortDate(startOfDay(day)?.toISOString());
}
