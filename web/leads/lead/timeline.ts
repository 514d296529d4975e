import type { LeadEvent } from '#contract/events.ts';
import { type Lead, leadLabels } from '#contract/leads.ts';
import { dayName } from '#web/ui/relative-time.ts';
import { furtherFacts, textOf } from './lead-facts.ts';

export type Day = { name: string; events: LeadEvent[] };

/** Events of one day together, in their order. */
export function inDays(events: LeadEvent[], now: number): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const name = dayName(event.at, now);
    const last = days.at(-1);
    if (last?.name === name) last.events.push(event);
    else days.push({ name, events: [event] });
  }
  return days;
}

/** Whose lead it was when it was submitted: whom it was first moved from, or who has it still. */
export function firstPartner(
  events: LeadEvent[],
  { partner_id, partner_name }: Pick<Lead, 'partner_id' | 'partner_name'>,
): { id: string | null; name: string | null } {
  const move = events.find((event) => event.kind === 'moved');
  if (!move) return { id: partner_id, name: partner_name };
  return move.from ?? { id: null, name: null };
}

const labels = new Map<string, string>([
  ...Object.entries(leadLabels),
  ...furtherFacts.map(({ name, label }): [string, string] => [name, label]),
]);

export type ChangedValue = { label: string; from: string | null; to: string | null };
type Change = { from?: unknown; to?: unknown };

/** What a correction has changed, value by value: custom fields by their own names. */
export function changedValues(changes: Record<string, Change>): ChangedValue[] {
  return Object.entries(changes).flatMap(([name, change]) =>
    name === 'custom_fields'
      ? customChanges(change)
      : [changedValue(labels.get(name) ?? name, change)],
  );
}

function changedValue(label: string, { from, to }: Change): ChangedValue {
  return { label, from: textOf(from), to: textOf(to) };
}

function customChanges({ from, to }: Change): ChangedValue[] {
  const before = recordOf(from);
  const after = recordOf(to);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .map((key) => changedValue(key, { from: before[key], to: after[key] }))
    .filter(({ from: was, to: is }) => was !== is);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
