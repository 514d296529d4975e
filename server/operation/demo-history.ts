import { dayMilliseconds } from '#contract/days.ts';
import { statusKey } from '#contract/lead-status.ts';
import type { Transaction } from '#server/db/database.ts';
import { type LeadRow, leadColumns, leadRow } from '#server/leads/lead-row.ts';
import { copyLeads } from '#server/leads/leads.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { type DemoStep, takeDemoSteps } from './demo.queries.ts';
import type { DemoPeople } from './demo-life.ts';
import { contactAt, daysBefore, pick } from './demo-parts.ts';

const leadsOfYear = 36;
const daysBetween = 9.6;

/** How many days leads stand in a status at most, but for those that are stuck. */
const longest: Record<string, number> = {
  new: 9,
  open: 10,
  'in progress': 12,
  'open deal': 12,
  'attempted to contact': 10,
  contacted: 12,
  connected: 12,
  'application sent': 14,
  'application submitted': 14,
  'closed won': 9,
};
/** Some days are quicker than others. One in five takes as long as it ever takes. */
const shares = [0.2, 0.5, 1, 0.35, 0.7, 0.9, 0.25, 1, 0.6, 0.8];

const ways = {
  won: ['new', 'contacted', 'application sent', 'application submitted', 'closed won', 'live'],
  wonByDeal: ['new', 'open', 'in progress', 'open deal', 'closed won', 'live'],
  lostEarly: ['new', 'attempted to contact', 'contacted', 'closed lost'],
  lostLate: ['new', 'contacted', 'connected', 'application sent', 'closed lost'],
  unqualified: ['new', 'attempted to contact', 'unqualified'],
  lostAtTheEnd: [
    'new',
    'open',
    'connected',
    'application sent',
    'application submitted',
    'closed lost',
  ],
} as const;
type Way = keyof typeof ways;

/** What became of one lead after the other: as it was for long, and as it is since. */
const usual: { before: Way[]; since: Way[] } = {
  before: ['won', 'lostEarly', 'wonByDeal', 'lostLate'],
  since: ['lostEarly', 'lostAtTheEnd', 'unqualified', 'lostLate'],
};
const improved: typeof usual = {
  before: ['lostEarly', 'unqualified', 'lostLate', 'lostAtTheEnd', 'lostEarly', 'won'],
  since: ['won', 'wonByDeal', 'won', 'wonByDeal', 'lostLate'],
};
/** The leads of a partner's last months. */
const since = 25;

/** Leads that were left lying, each with the status it lies in and for how many days. */
const stuck = [
  { company: 'Quarry Steelworks', status: 'application sent', days: 96, partner: 1 },
  { company: 'Tideline Ferries', status: 'contacted', days: 71, partner: 3 },
  { company: 'Vesper Lighting', status: 'attempted to contact', days: 58, partner: 0 },
] as const;
/** Whose work paid off in the last months. */
const improvedPartner = 2;

const firstWords =
  'Amber Birch Cedar Delta Ember Fern Grove Hazel Ivory Jade Larch Maple Nova Ochre Pearl Quartz Reed Sage Tide Umber Vale Wren Yarrow Zephyr Alto Basil'.split(
    ' ',
  );
const secondWords = 'Bakery Clinics Dairies Freight Gardens Press Software'.split(' ');
const people = [
  { first_name: 'Hannah', last_name: 'Vogt', title: 'Head of Sales', country: 'Germany' },
  { first_name: 'Luis', last_name: 'Ferreira', title: 'Operations Manager', country: 'Portugal' },
  { first_name: 'Aisha', last_name: 'Bello', title: 'Finance Director', country: 'Nigeria' },
  { first_name: 'Kenji', last_name: 'Mori', title: 'IT Lead', country: 'Japan' },
  { first_name: 'Sofie', last_name: 'Maes', title: 'Founder', country: 'Belgium' },
];

type DemoLead = { row: LeadRow; steps: DemoStep[] };

/** A year of leads on their way, so that the figures of movement have something to tell. */
export async function addHistory(
  tx: Transaction,
  teams: readonly DemoPeople[],
  now: Date,
): Promise<void> {
  const leads = [
    ...teams.flatMap((team, i) => yearOf(team, i, now)),
    ...stuck.map((lead) => stuckLead(pick(teams, lead.partner), lead, now)),
  ];
  await copyLeads(
    tx,
    (async function* all() {
      yield leads.map(({ row }) => row);
    })(),
  );
  const office = teams[0]?.office?.id ?? null;
  const most = Math.max(...leads.map(({ steps }) => steps.length));
  for (let at = 0; at < most; at++) {
    const steps = leads.flatMap((lead) => lead.steps[at] ?? []);
    await takeDemoSteps(tx, steps, office);
  }
}

function yearOf({ partner }: DemoPeople, i: number, now: Date): DemoLead[] {
  const course = i === improvedPartner ? improved : usual;
  return Array.from({ length: leadsOfYear }, (_, n) => {
    const order = n < since ? course.before : course.since;
    const submitted = daysBefore(now, (leadsOfYear - n) * daysBetween + i * 1.3);
    const row = rowOf(partner.id, companyOf(i, n), n, submitted);
    return { row, steps: stepsOf(row, ways[pick(order, n + i)], { submitted, now, n }) };
  });
}

function stuckLead({ partner }: DemoPeople, lead: (typeof stuck)[number], now: Date): DemoLead {
  const row = rowOf(partner.id, lead.company, lead.days, daysBefore(now, lead.days + 6));
  return { row, steps: [stepOf(row, ways.won[0], lead.status, daysBefore(now, lead.days))] };
}

/** Each lead of a year is of a company of its own. */
function companyOf(i: number, n: number): string {
  const at = i * leadsOfYear + n;
  return `${pick(firstWords, at)} ${pick(secondWords, at)}`;
}

function stepsOf(
  row: LeadRow,
  way: readonly string[],
  { submitted, now, n }: { submitted: Date; now: Date; n: number },
): DemoStep[] {
  const steps: DemoStep[] = [];
  let at = submitted;
  for (const [step, status] of way.entries()) {
    const from = way[step - 1];
    if (from) steps.push(stepOf(row, from, status, at));
    const days = (longest[status] ?? 0) * pick(shares, n * 3 + step * 7);
    at = new Date(at.getTime() + days * dayMilliseconds);
    if (at >= now) break;
  }
  return steps;
}

function stepOf(row: LeadRow, from: string, status: string, at: Date): DemoStep {
  const id = row[leadColumns.indexOf('id')] ?? '';
  const keys = { event_id: uuidv7(), id, status_key: statusKey(status) };
  return { ...keys, from, status, at: at.toISOString() };
}

function rowOf(partnerId: string, company: string, n: number, at: Date): LeadRow {
  const person = pick(people, n);
  const mailbox = person.first_name.toLowerCase();
  const input = contactAt(company, person, { phone: 300 + n, mailbox });
  return leadRow(input, partnerId, { source: 'form' }, at.toISOString());
}
