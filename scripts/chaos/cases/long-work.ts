import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { json } from '../ask.ts';
import { fill } from '../fill.ts';
import { type Finding, observed, percentile, tally, under } from '../finding.ts';
import type { Account, Portal } from '../portal.ts';
import { statuses, times, watched } from '../watch.ts';

const leads = 50_000;
const notesAtOnce = 10;

/** Two partners do all that takes long at once, while a third one asks for their list. */
export async function longWork(portal: Portal): Promise<Finding[]> {
  const [first, second] = [await portal.addPartner('long-1'), await portal.addPartner('long-2')];
  const other = await portal.addPartner('long-3');
  await fill(portal, first, leads);
  await fill(portal, second, leads);
  await fill(portal, other, 200);
  const list = `${portal.url}/api/leads?limit=10`;
  const alone = await watched(list, other.headers, () => pause(2_000));
  let deleted: (number | 'no answer')[] = [];
  let noted: (number | 'no answer')[] = [];
  const asked = await watched(list, other.headers, async () => {
    // Before they are deleted, so that there is something to be read.
    const readers = [first, second, first].map((account) => exportSlowly(portal, account));
    await pause(500);
    const marked = [await firstLead(portal, first), await firstLead(portal, second)];
    const under_way = [first, second].map((account) => deleteAll(portal, account));
    let isOver = false;
    const notes = keepNoting(portal, [first, second], marked, () => isOver);
    deleted = (await Promise.all(under_way)).map(({ status }) => status);
    isOver = true;
    noted = await notes;
    for (const reader of readers) reader.destroy();
  });
  const tried = `two partners delete ${leads.toLocaleString('en-US')} leads each, three exports are read slowly, ${notesAtOnce} notes wait for locked leads`;
  return [
    observed(
      "another partner's list before",
      `p99 ${percentile(times(alone), 0.99).toFixed(1)} ms`,
    ),
    under(
      `${tried}: p99 of another partner's list`,
      percentile(times(asked), 0.99),
      150,
      ` of ${asked.length} (${tally(statuses(asked))})`,
    ),
    observed('the deletions', tally(deleted)),
    observed('the notes', tally(noted)),
  ];
}

/** The beginning is taken, and then nothing. */
function exportSlowly({ url }: Portal, { headers }: Account): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `GET /api/leads/export?format=csv HTTP/1.1\r\nHost: portal\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  );
  return socket.pause();
}

async function firstLead(portal: Portal, account: Account): Promise<string> {
  const { leads: found } = json(await portal.call(account, '/api/leads?limit=1'));
  return (found as { id: string }[])[0]?.id ?? '';
}

function deleteAll(portal: Portal, account: Account) {
  const body = { filter: {}, expected: leads, delete: true, change_id: randomUUID() };
  return portal.call(account, '/api/leads/bulk', { method: 'POST', body: JSON.stringify(body) });
}

async function keepNoting(
  portal: Portal,
  accounts: Account[],
  ids: string[],
  isOver: () => boolean,
): Promise<(number | 'no answer')[]> {
  const seen: (number | 'no answer')[] = [];
  const body = JSON.stringify({ text: 'Hello' });
  const keepOn = async (_: unknown, n: number) => {
    const [account, id] = [accounts[n % 2], ids[n % 2]];
    while (account && !isOver()) {
      const answer = await portal.call(account, `/api/leads/${id}/notes`, { method: 'POST', body });
      seen.push(answer.status);
      // There is nothing left to wait for.
      if (answer.status === 404) return;
    }
  };
  await Promise.all(Array.from({ length: notesAtOnce }, keepOn));
  return seen;
}
