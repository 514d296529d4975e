import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { hubspotClient } from '#server/crm/hubspot/client.ts';
import { makeProperties } from '#server/crm/hubspot/make-properties.ts';
import { type RunningEmulator, startEmulator } from '../../../hubspot-emulator/start.ts';
import { ask, json } from '../ask.ts';
import { compareSides, mustAgree } from '../crm-sides.ts';
import { type Finding, observed, tally } from '../finding.ts';
import { type Portal, startPortal } from '../portal.ts';

const leads = 5_000;
const byAdministrators = 300;
const longestMinutes = 20;
const statusShares = { share429: 0.17, share500: 0.16, dropAfterShare: 0.02 };
/** What sales does to a deal, one after the other. */
const moves = [
  { dealstage: 'closedwon' },
  { hs_lead_status: 'CONNECTED' },
  { dealstage: 'closedlost' },
  { hs_lead_status: 'ATTEMPTED_TO_CONTACT' },
  { dealstage: 'contractsent' },
];

type Hub = RunningEmulator['control'];

/**
 * Two portals and an emulated HubSpot, a third of whose answers fail: leads are added, sales moves each
 * of them, administrators move some, and one portal is killed while they are sent and while they are
 * read. Then both sides are compared, lead by lead.
 */
export async function crm(): Promise<Finding[]> {
  const hubspot = await startEmulator({ seed: 13, faults: { indexLagMs: 2_000 } });
  const env = { HUBSPOT_ACCESS_TOKEN: hubspot.key, HUBSPOT_BASE_URL: hubspot.url };
  await setUp(hubspot);
  const killed = await startPortal({ env });
  try {
    const other = await startPortal({ env, databaseUrl: killed.databaseUrl });
    try {
      return await playOut(killed, other, hubspot);
    } finally {
      await other.remove();
    }
  } finally {
    await killed.remove();
    await hubspot.stop();
  }
}

async function setUp({ url: baseUrl, key: token }: RunningEmulator): Promise<void> {
  const budget = { take: async () => 0, learn: async () => {}, refused: async () => {} };
  await makeProperties(hubspotClient({ baseUrl, token, budget }), {
    commission_payable_to_partner: 'partner_commission_payable',
    alltime_commission_payable: 'partner_commission_alltime',
  });
}

async function playOut(killed: Portal, other: Portal, hubspot: RunningEmulator) {
  const { control } = hubspot;
  const database = new pg.Client({ connectionString: killed.databaseUrl ?? '' });
  await database.connect();
  control.setFaults(statusShares);
  const began = Date.now();
  const minutes = () => `${((Date.now() - began) / 60_000).toFixed(1)} min`;
  try {
    const adding = addLeads(other);
    const moving = moveAll(control);
    await until(() => control.list('deals').length > leads / 4);
    await killed.killAndStart();
    const added = await adding;
    await moving;
    const sentAfter = minutes();
    await killed.killAndStart();
    const changed = await moveByAdministrators(other, database);
    await until(async () => (await compareSides(database, control)).differing === 0);
    const agreedAfter = minutes();
    control.clearFaults();
    const seen = await compareSides(database, control);
    const answers = tally(control.requests.map(({ status }) => status));
    return [
      observed(
        'leads added, moved by sales, moved by administrators',
        `${added}, ${leads}, ${changed}`,
      ),
      observed('all sent after, both sides agreed after', `${sentAfter}, ${agreedAfter}`),
      observed("HubSpot's last answers", answers),
      ...mustAgree(seen, leads),
    ];
  } finally {
    await database.end();
  }
}

/** Every tenth shares its contact, and every third its company, with the one before. */
function leadOf(i: number) {
  const person = i % 10 === 9 ? i - 1 : i;
  const company = i % 3 === 2 ? i - 1 : i;
  return {
    first_name: `First ${i}`,
    last_name: `Last ${i}`,
    email: `p${person}@chaos.example`,
    company_name: `Company ${company}`,
  };
}

async function addLeads(portal: Portal): Promise<number> {
  const token = await portal.tokenOf(await portal.addPartner('crm'));
  let next = 0;
  let added = 0;
  const lane = async () => {
    for (let i = next++; i < leads; i = next++) {
      const body = JSON.stringify(leadOf(i));
      const question = { method: 'POST', headers: token, body };
      const { status } = await ask(`${portal.url}/api/v1/leads`, question);
      if (status === 201) added++;
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  return added;
}

/** As soon as a deal is there, with its contact, sales moves it, once. */
async function moveAll(control: Hub): Promise<void> {
  const moved = new Set<string>();
  const shared = /^p\d*8@/;
  await until(() => {
    for (const { id } of control.list('deals')) {
      const [contact] = control.associatedIds('deals', id, 'contacts');
      if (moved.has(id) || !contact) continue;
      const isShared = shared.test(control.find('contacts', contact)?.properties.email ?? '');
      const move = isShared ? moves[0] : moves[moved.size % moves.length];
      if (move?.dealstage) control.update('deals', id, { dealstage: move.dealstage });
      if (move?.hs_lead_status)
        control.update('contacts', contact, { hs_lead_status: move.hs_lead_status });
      moved.add(id);
    }
    return moved.size >= leads;
  });
}

/** Those whose status came from HubSpot by now. */
async function moveByAdministrators(portal: Portal, database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `select id from leads where status_key in ('closed won', 'connected') order by id limit $1`,
    [byAdministrators],
  );
  let changed = 0;
  for (const { id } of rows) {
    const body = JSON.stringify({ status: 'open deal' });
    const answer = await portal.call(portal.admin, `/api/leads/${id}`, { method: 'PUT', body });
    if (json(answer).lead) changed++;
  }
  return changed;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + longestMinutes * 60_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) return;
    await pause(500);
  }
}
