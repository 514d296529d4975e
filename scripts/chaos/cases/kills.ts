import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { type Finding, must, observed, percentile } from '../finding.ts';
import { type Ledger, rowsOfFile, startLoad } from '../load.ts';
import { type Portal, startPortal } from '../portal.ts';

const portalKills = 20;
const databaseKills = 10;
const recoverSeconds = 60;

/** Portal and database are killed under load; then what was acknowledged is looked for. */
export async function kills(): Promise<Finding[]> {
  const portal = await startPortal({ ownDatabase: true });
  try {
    const load = await startLoad(portal);
    const again = () => untilAnswered(portal, load.partner);
    const ofPortal = await killed(portalKills, load.ledger, () => portal.killAndStart(), again);
    const ofDatabase = await killed(databaseKills, load.ledger, () => killDatabase(portal), again);
    await load.stop();
    await portal.stop();
    const { signIns, lists, creates, pushes, uploads } = load.ledger.answered;
    return [
      recovery(`the portal was killed ${portalKills} times under load`, ofPortal),
      recovery(`the database was killed ${databaseKills} times under load`, ofDatabase),
      observed(
        'acknowledged',
        `${signIns} sign-ins, ${lists} lists, ${creates} leads by form, ${pushes} by API, ${uploads} files of ${rowsOfFile}; ${load.ledger.unanswered} calls were not`,
      ),
      ...(await compare(portal.dataDir, load.ledger)),
    ];
  } finally {
    await portal.remove();
  }
}

/** Each time once the load has got something through again; how long it took to answer, in seconds. */
async function killed(
  count: number,
  { answered }: Ledger,
  kill: () => Promise<void>,
  again: () => Promise<void>,
): Promise<number[]> {
  const seconds: number[] = [];
  for (let n = 0; n < count; n++) {
    const before = answered.creates + answered.pushes;
    const deadline = Date.now() + 10_000;
    while (answered.creates + answered.pushes < before + 30 && Date.now() < deadline)
      await pause(10);
    const start = performance.now();
    await kill();
    await again();
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

/** The postmaster alone, by the id that it wrote into the folder of this portal. */
async function killDatabase({ dataDir }: Portal): Promise<void> {
  const text = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  process.kill(Number.parseInt(text, 10), 'SIGKILL');
}

async function untilAnswered(portal: Portal, partner: Portal['admin']): Promise<void> {
  const deadline = Date.now() + recoverSeconds * 1000;
  while ((await portal.call(partner, '/api/leads?limit=1')).status !== 200) {
    if (Date.now() > deadline) throw new Error(`No answer within ${recoverSeconds} s of a kill`);
    await pause(20);
  }
}

function recovery(tried: string, seconds: number[]): Finding {
  const [usual, longest] = [percentile(seconds, 0.5), Math.max(...seconds)];
  return must(
    `${tried}: until a list is answered again`,
    `median ${usual.toFixed(1)} s, longest ${longest.toFixed(1)} s`,
    `within ${recoverSeconds} s`,
    longest < recoverSeconds,
  );
}

async function compare(dataDir: string, { leads, uploads }: Ledger): Promise<Finding[]> {
  const database = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) });
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  try {
    const { rows } = await db.query<{ email: string; id: string }>('select email, id from leads');
    const ids = new Set(rows.map(({ id }) => id));
    const ofImport = await db.query<{ id: string; count: string }>(
      'select import_id as id, count(*) from leads where import_id is not null group by import_id',
    );
    const stored = new Map(ofImport.rows.map(({ id, count }) => [id, Number(count)]));
    const kept = await db.query<{ sum: string }>('select sum(count) from lead_counts');
    const lostLeads = [...leads.values()].filter((id) => !ids.has(id)).length;
    const lostFiles = [...uploads].filter(([id, count]) => stored.get(id) !== count).length;
    const doubled = rows.length - new Set(rows.map(({ email }) => email)).size;
    const parts = [...stored.values()].filter((count) => count !== rowsOfFile).length;
    const inFiles = [...uploads.values()].reduce((sum, count) => sum + count, 0);
    return [
      must(
        `${leads.size + inFiles} acknowledged leads are looked for among ${rows.length}`,
        `${lostLeads} leads and ${lostFiles} files lost, ${doubled} leads doubled, ${parts} files stored in part`,
        'none',
        lostLeads + lostFiles + doubled + parts === 0,
      ),
      must(
        'what the counters say beside a count',
        `${kept.rows[0]?.sum} beside ${rows.length}`,
        'the same',
        Number(kept.rows[0]?.sum) === rows.length,
      ),
    ];
  } finally {
    await db.end();
    await database.stop();
  }
}
