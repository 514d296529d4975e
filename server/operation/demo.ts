import { listAdministrators } from '#server/accounts/administrators.ts';
import { generatePasswordFor } from '#server/accounts/guessable.ts';
import type { Database, Db } from '#server/db/database.ts';
import { listLeads } from '#server/leads/lead-list.ts';
import { createLead } from '#server/leads/leads.ts';
import { createPartner, listPartners } from '#server/partners/partners.ts';
import { tellPast } from './demo.queries.ts';
import { giveCommissions } from './demo-commissions.ts';
import { addHistory } from './demo-history.ts';
import { type DemoPeople, giveLife } from './demo-life.ts';
import { names, partnerOfNames } from './demo-names.ts';
import { contactAt, daysBefore, londonPhone, pick } from './demo-parts.ts';

export type DemoAccounts = { emails: string[]; password: string };

const partners = [
  { name: 'Nora Lindqvist', email: 'nora@northwind.example', company: 'Northwind Resale' },
  { name: 'Tomás Herrera', email: 'tomas@puente.example', company: 'Puente Partners' },
  { name: 'Amara Okafor', email: 'amara@savanna.example', company: 'Savanna Digital' },
  { name: 'Yuki Tanaka', email: 'yuki@hinode.example', company: 'Hinode Consulting' },
];

const companies = [
  'Alder & Finch',
  'Brightwater Foods',
  'Cobalt Logistics',
  'Dune Analytics',
  'Elm Street Dental',
  'Fjord Outdoor',
  'Granite Insurance',
  'Harbour Hotels',
  'Indigo Textiles',
  'Juniper Health',
  'Kestrel Aviation',
  'Lumen Energy',
  'Maple Accounting',
  'Nimbus Telecom',
  'Orchard Schools',
  'Pioneer Robotics',
];

const people = [
  { first_name: 'Elena', last_name: 'Marchetti', title: 'Head of Operations', country: 'Italy' },
  { first_name: 'Jonas', last_name: 'Weber', title: 'Chief Financial Officer', country: 'Germany' },
  { first_name: 'Priya', last_name: 'Raman', title: 'VP Sales', country: 'India' },
  { first_name: 'Claire', last_name: 'Dubois', title: 'Managing Director', country: 'France' },
  { first_name: 'Samuel', last_name: 'Osei', title: 'IT Manager', country: 'Ghana' },
  { first_name: 'Ingrid', last_name: 'Sørensen', title: 'Procurement Lead', country: 'Denmark' },
  { first_name: 'Mateo', last_name: 'García', title: 'Founder', country: 'Spain' },
];

/** Every status of spec §4, some twice, so that each screen has something to show. */
const statuses = [
  'new',
  'new',
  'open',
  'in progress',
  'open deal',
  'attempted to contact',
  'contacted',
  'connected',
  'closed won',
  'Closed Won (Implementation)',
  'live',
  'live',
  'closed lost',
  'unqualified',
  'application_sent',
  'application submitted',
];

const leadsPerPartner = 16;

/** Fills an empty database, all at once or not at all. */
export async function fillDemo(db: Database, now: Date): Promise<DemoAccounts | 'not empty'> {
  const reader = { role: 'admin', now } as const;
  return db.transaction(async (tx) => {
    const { total } = await listLeads(tx, 'everyone', { limit: 1, offset: 0 }, reader);
    if (total > 0 || (await listPartners(tx)).length > 0) return 'not empty';
    const password = generatePasswordFor(...partners, partnerOfNames);
    const office = await findOffice(tx);
    const teams: DemoPeople[] = [];
    for (const [i, partner] of partners.entries()) {
      const joined = daysBefore(now, 80 - i);
      const { id, name } = await createPartner(tx, { ...partner, password }, joined);
      await tellPast(tx, id, {
        joined: daysBefore(now, 400 - i),
        signedIn: daysBefore(now, i * 2.3 + 0.2),
      });
      const team = { partner: { id, name, role: 'partner' }, office } as const;
      teams.push(team);
      for (let n = leadsPerPartner - 1; n >= 0; n--) await addOrdinaryLead(tx, team, i, n, now);
    }
    teams.push(await addNames(tx, password, office, now));
    await addHistory(tx, teams, now);
    await giveCommissions(tx, office, now);
    return { emails: [...partners, partnerOfNames].map((partner) => partner.email), password };
  });
}

async function findOffice(tx: Db): Promise<DemoPeople['office']> {
  const [first] = await listAdministrators(tx);
  return first && { id: first.id, name: first.name, role: 'admin' };
}

/** One partner has the names that nobody thinks of: any script, any direction, any length. */
async function addNames(
  tx: Db,
  password: string,
  office: DemoPeople['office'],
  now: Date,
): Promise<DemoPeople> {
  const joined = daysBefore(now, 75);
  const { id } = await createPartner(tx, { ...partnerOfNames, password }, joined);
  await tellPast(tx, id, { joined: daysBefore(now, 395), signedIn: daysBefore(now, 12) });
  const team = { partner: { id, name: partnerOfNames.name, role: 'partner' }, office } as const;
  for (let n = names.length - 1; n >= 0; n--) {
    const name = pick(names, n);
    const input = {
      ...name,
      phone_number: londonPhone(200 + n),
      website: `https://www.${name.email.replace(/.*@/, '')}`,
    };
    const lead = await createLead(tx, id, input, { source: 'form' }, daysBefore(now, n * 5 + 1.2));
    await giveLife(tx, team, lead, { n, status: pick(statuses, n), now });
  }
  return team;
}

async function addOrdinaryLead(
  tx: Db,
  team: DemoPeople,
  i: number,
  n: number,
  now: Date,
): Promise<void> {
  const company = pick(companies, i * 5 + n * 3);
  const person = pick(people, i * 3 + n);
  const input = contactAt(company, person, {
    phone: 100 + i * 20 + n,
    mailbox: `${person.first_name.toLowerCase()}.${n}`,
  });
  // The first is from today, so that a badge still reads new; the rest go back two months.
  const lead = await createLead(
    tx,
    team.partner.id,
    input,
    { source: 'form' },
    daysBefore(now, n * 4 + i * 0.3),
  );
  await giveLife(tx, team, lead, { n, status: pick(statuses, n), now });
}
