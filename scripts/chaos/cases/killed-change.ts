import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { json } from '../ask.ts';
import { fill } from '../fill.ts';
import { type Finding, must } from '../finding.ts';
import { type Account, type Portal, startPortal } from '../portal.ts';

const leads = 20_000;
const patienceSeconds = 60;

/** The portal is killed in the middle of a change of many leads, which is then made again. */
export async function killedChange(): Promise<Finding[]> {
  const portal = await startPortal();
  try {
    const partner = await portal.addPartner('killed');
    await fill(portal, partner, leads);
    const change = { filter: {}, expected: leads, delete: true, change_id: randomUUID() };
    const lost = deleteAll(portal, partner, change);
    const done = await untilUnderWay(portal, partner, change.change_id);
    await portal.killAndStart();
    await lost;
    const left = await kept(portal);
    const answer = await untilAnswered(() => deleteAll(portal, partner, change));
    const after = await kept(portal);
    return [
      must(
        `the portal is killed when ${done.toLocaleString('en-US')} of ${leads.toLocaleString('en-US')} leads are deleted: leads, counted leads, leads still to be counted, changes, events`,
        left,
        `${leads}, ${leads}, 0, 0, 0`,
        left === `${leads}, ${leads}, 0, 0, 0`,
      ),
      must(
        'the same call again',
        `${answer}; ${after}`,
        `200, ${leads} leads; 0, 0, 0, 1, ${leads}`,
        `${answer}; ${after}` === `200, ${leads} leads; 0, 0, 0, 1, ${leads}`,
      ),
    ];
  } finally {
    await portal.remove();
  }
}

function deleteAll(portal: Portal, account: Account, change: object) {
  return portal.call(account, '/api/leads/bulk', { method: 'POST', body: JSON.stringify(change) });
}

/** How many leads are done when the first of them are. */
async function untilUnderWay(portal: Portal, account: Account, id: string): Promise<number> {
  const deadline = Date.now() + patienceSeconds * 1000;
  while (Date.now() < deadline) {
    const path = `/api/leads/bulk/progress?change_id=${id}`;
    const { done } = json(await portal.call(account, path));
    if (Number(done) > 0) return Number(done);
  }
  throw new Error('The change did not begin');
}

/** The database takes a moment to notice that its caller is gone, and counts the change until then. */
async function untilAnswered(ask: () => ReturnType<Portal['call']>): Promise<string> {
  const deadline = Date.now() + patienceSeconds * 1000;
  let answer = await ask();
  while (answer.status === 429 && Date.now() < deadline) {
    await pause(200);
    answer = await ask();
  }
  return `${answer.status}, ${json(answer).count} leads`;
}

async function kept({ databaseUrl }: Portal): Promise<string> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<Record<string, string>>(`
      select (select count(*) from leads) as leads,
        (select coalesce(sum(count), 0) from lead_counts) as counted,
        (select count(*) from uncounted_leads) as uncounted,
        (select count(*) from bulk_changes) as changes,
        (select count(*) from events) as events`);
    return Object.values(rows[0] ?? {}).join(', ');
  } finally {
    await db.end();
  }
}
