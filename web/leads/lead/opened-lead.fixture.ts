import type { LeadEvent } from '#contract/events.ts';
import type { Lead, LeadDetails } from '#contract/leads.ts';
import { aLeadInFull } from '../lead.fixture.ts';

type Kind = LeadEvent['kind'];
type EventOf<K extends Kind> = Extract<LeadEvent, { kind: K }>;
type Own<K extends Kind> = Omit<EventOf<K>, 'id' | 'at' | 'by' | 'kind'> & Partial<EventOf<K>>;

let made = 0;
const admin = { id: '2', name: 'Ada Admin', role: 'admin' } as const;

/** For tests: something that has happened to a lead, by an administrator unless the test says who. */
export function anEvent<K extends Kind>(kind: K, own: Own<K>): LeadEvent {
  const common = { id: `e${++made}`, at: new Date().toISOString(), by: admin, kind };
  return { ...common, ...own } as unknown as LeadEvent;
}

export const submitted = () =>
  anEvent('submitted', { source: 'form', source_name: null, source_row: null });

/** The calls of a lead that is opened over its list, answered. */
export function leadAnswers(
  lead: LeadDetails = aLeadInFull(),
  events: LeadEvent[] = [submitted()],
  listed: Lead[] = [lead],
) {
  return {
    'GET /api/leads': { json: { leads: listed, total: listed.length } },
    'GET /api/leads/count': { json: { count: 1 } },
    'GET /api/partners': { json: { partners: [] } },
    [`GET /api/leads/${lead.id}`]: { json: { lead } },
    [`GET /api/leads/${lead.id}/events`]: { json: { events, total: events.length } },
  };
}
