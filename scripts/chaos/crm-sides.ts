import type pg from 'pg';
import type { RunningEmulator } from '../../hubspot-emulator/start.ts';
import { type Finding, must } from './finding.ts';

type Hub = RunningEmulator['control'];

/** What the portal calls each before anybody has changed it. */
const names: Record<string, string> = {
  NEW: 'new',
  CONNECTED: 'connected',
  ATTEMPTED_TO_CONTACT: 'attempted to contact',
  OPEN_DEAL: 'open deal',
  contractsent: 'application sent',
  closedwon: 'closed won',
  closedlost: 'closed lost',
};
const firstStage = 'appointmentscheduled';
/** What the portal has of its leads, beside what HubSpot has of them. */
export async function compareSides(database: pg.Client, control: Hub) {
  const { rows } = await database.query<{ id: string; status: string }>(
    'select id, status from leads',
  );
  const jobs = await database.query<{ parked: string }>(
    'select count(parked_at) as parked from jobs',
  );
  const byLead = new Map<string, string[]>();
  for (const { id, properties } of control.list('deals')) {
    const lead = properties.partner_portal_lead_id ?? '';
    byLead.set(lead, [...(byLead.get(lead) ?? []), id]);
  }
  const known = new Set(rows.map(({ id }) => id));
  const deals = [...byLead.values()].flat();
  const linked = (id: string, to: 'contacts' | 'companies') =>
    control.associatedIds('deals', id, to).length === 1;
  const doubles = (values: (string | undefined)[]) => values.length - new Set(values).size;
  return {
    leads: rows.length,
    differing: rows.filter(({ id, status }) => statusThere(control, byLead.get(id)?.[0]) !== status)
      .length,
    lost: rows.filter(({ id }) => !byLead.has(id)).length,
    strange: [...byLead.keys()].filter((id) => !known.has(id)).length,
    doubled: deals.length - byLead.size,
    contacts: doubles(control.list('contacts').map(({ properties }) => properties.email)),
    companies: doubles(control.list('companies').map(({ properties }) => properties.name)),
    unlinked: deals.filter((id) => !linked(id, 'contacts') || !linked(id, 'companies')).length,
    parked: Number(jobs.rows[0]?.parked),
  };
}

function statusThere(control: Hub, dealId = ''): string | undefined {
  const stage = control.find('deals', dealId)?.properties.dealstage ?? '';
  if (stage !== firstStage) return names[stage];
  const [contact = ''] = control.associatedIds('deals', dealId, 'contacts');
  return names[control.find('contacts', contact)?.properties.hs_lead_status ?? ''];
}

/** Nothing lost, nothing twice, and the same status on both sides. */
export function mustAgree(
  seen: Awaited<ReturnType<typeof compareSides>>,
  expectedLeads: number,
): Finding[] {
  const none = (what: string, ...counts: number[]) =>
    must(
      what,
      counts.join(', '),
      'none',
      counts.every((count) => count === 0),
    );
  return [
    must(
      'leads whose status differs',
      `${seen.differing} of ${seen.leads}`,
      'none',
      seen.differing === 0 && seen.leads === expectedLeads,
    ),
    none('leads without a deal, deals without a lead', seen.lost, seen.strange),
    none(
      'leads with two deals, contacts or companies doubled',
      seen.doubled,
      seen.contacts,
      seen.companies,
    ),
    none('deals that are not linked to their contact and company', seen.unlinked),
    none('jobs that are parked', seen.parked),
  ];
}
