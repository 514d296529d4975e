import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, fileBody, json } from './ask.ts';
import { type Account, type Portal, partnerPassword } from './portal.ts';

export const rowsOfFile = 20;

/** What the portal said is stored, and what it was only asked to store. */
export type Ledger = {
  /** The lead's id by its email. */
  leads: Map<string, string>;
  /** How many leads came, by the upload's id. */
  uploads: Map<string, number>;
  answered: { signIns: number; lists: number; creates: number; pushes: number; uploads: number };
  unanswered: number;
};

/** Everything at once, until it is told to stop; what is not answered is not sent again, but for files. */
export async function startLoad(portal: Portal) {
  const [first, second, third] = [
    await portal.addPartner('load-1'),
    await portal.addPartner('load-2'),
    await portal.addPartner('load-3'),
  ];
  const token = await portal.tokenOf(second);
  const ledger: Ledger = {
    leads: new Map(),
    uploads: new Map(),
    answered: { signIns: 0, lists: 0, creates: 0, pushes: 0, uploads: 0 },
    unanswered: 0,
  };
  let stopped = false;
  const forever = async (work: () => Promise<boolean>) => {
    while (!stopped) {
      if (await work()) continue;
      ledger.unanswered++;
      await pause(20);
    }
  };
  const loops = [
    ...times(1, () => forever(() => signIn(portal, first, ledger))),
    ...times(2, () => forever(() => list(portal, third, ledger))),
    ...times(3, () => forever(() => create(portal, first, ledger))),
    ...times(3, () => forever(() => push(portal, token, ledger))),
    ...times(1, () => forever(() => upload(portal, third, ledger, () => stopped))),
  ];
  return {
    ledger,
    partner: third,
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

let made = 0;
const newLead = () => ({
  company_name: 'Acme',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-${++made}@chaos.example`,
});

async function signIn(portal: Portal, { email, headers }: Account, { answered }: Ledger) {
  const body = JSON.stringify({ email, password: partnerPassword });
  const { status } = await ask(`${portal.url}/api/login`, { method: 'POST', headers, body });
  if (status === 200) answered.signIns++;
  return status === 200;
}

async function list(portal: Portal, account: Account, { answered }: Ledger) {
  const { status } = await portal.call(account, '/api/leads?limit=20');
  if (status === 200) answered.lists++;
  return status === 200;
}

async function create(portal: Portal, account: Account, { leads, answered }: Ledger) {
  const lead = newLead();
  const body = JSON.stringify({ ...lead, phone_number: '1' });
  const answer = await portal.call(account, '/api/leads', { method: 'POST', body });
  if (answer.status !== 201) return false;
  leads.set(lead.email, String((json(answer).lead as { id: string }).id));
  answered.creates++;
  return true;
}

async function push(portal: Portal, headers: Record<string, string>, ledger: Ledger) {
  const lead = newLead();
  const body = JSON.stringify(lead);
  const answer = await ask(`${portal.url}/api/v1/leads`, { method: 'POST', headers, body });
  if (answer.status !== 201) return false;
  ledger.leads.set(lead.email, String(json(answer).lead_id));
  ledger.answered.pushes++;
  return true;
}

/** A file is sent again under its own id until it is answered, as the browser does. */
async function upload(portal: Portal, account: Account, ledger: Ledger, isOver: () => boolean) {
  const id = randomUUID();
  const lines = times(rowsOfFile, () => Object.values(newLead()).join());
  const file = fileBody(
    `${id}.csv`,
    ['company_name,first_name,last_name,email', ...lines].join('\n'),
  );
  for (let attempt = 0; attempt < 200 && !(isOver() && attempt > 0); attempt++) {
    const answer = await portal.call(account, `/api/leads/upload?upload_id=${id}`, file);
    if (answer.status === 200) {
      ledger.uploads.set(id, Number(json(answer).count));
      ledger.answered.uploads++;
      return true;
    }
    await pause(100);
  }
  return false;
}
