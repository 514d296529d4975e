// What changing 100,000 leads at once costs everybody else: how long they wait meanwhile.
import { csvFile } from './lead-files.ts';
import { startPortal } from './portal.ts';
import { type Asked, askUntil, p99, timed } from './traffic.ts';

const rows = 100_000;
const mostMilliseconds = 150;
const longestSeconds = 300;

type Headers = Record<string, string>;
const asJson = (headers: Headers, body: object): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

let created = 0;
const newLead = () => ({
  company_name: `Company ${++created}`,
  first_name: 'Ada',
  last_name: `Bench ${created}`,
  email: `bench-${created}@lead.example`,
  phone_number: '1',
});

const portal = await startPortal();
const { url, headers: admin, partner: another } = portal;
const same = await portal.newPartner('Same');

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(longestSeconds * 1000);
  const response = await fetch(`${url}${path}`, { ...asJson(admin, body), signal });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

async function uploadAs(headers: Headers): Promise<string> {
  const { name, content } = csvFile(rows);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  const response = await fetch(`${url}/api/leads/upload`, { method: 'POST', headers, body });
  const answer = await response.json();
  if (answer.count !== rows) throw new Error(JSON.stringify(answer));
  return answer.import_id;
}

/** What the others ask for all the time; the first two change nothing. */
const traffic = {
  '/healthz': (done: () => boolean) => askUntil(done, `${url}/healthz`, {}),
  'another partner’s list': (done: () => boolean) =>
    askUntil(done, `${url}/api/leads?limit=10`, { headers: another }),
  'a lead of another partner': (done: () => boolean) =>
    askUntil(done, `${url}/api/leads`, () => asJson(another, newLead())),
  'a lead of the same partner': (done: () => boolean) =>
    askUntil(done, `${url}/api/leads`, () => asJson(same, newLead())),
};

async function watch(what: string, work: () => Promise<void>): Promise<void> {
  let running = true;
  const asking: Promise<Asked[]>[] = Object.values(traffic).map((ask) => ask(() => !running));
  const began = performance.now();
  const seconds = await timed(work).finally(() => {
    running = false;
  });
  const waits = (await Promise.all(asking)).map((asked) => `${Math.round(p99(asked, began))} ms`);
  console.log([what, seconds.toFixed(1), ...waits].join('\t'));
}

try {
  const import_id = await uploadAs(same);
  console.log(`\n${rows.toLocaleString('en-US')} leads by filter; p99 of others`);
  console.log(['', 'seconds', ...Object.keys(traffic)].join('\t'));
  console.log(
    ['at most', '', ...Object.keys(traffic).map(() => `${mostMilliseconds} ms`)].join('\t'),
  );
  const chosen = { filter: { import_id }, expected: rows };
  const changes = [{ status: 'Contacted' }, { status: 'Live' }, { delete: true }];
  await watch('nothing', () => new Promise((resolve) => setTimeout(resolve, 10_000)));
  for (const change of changes) {
    let undoId: unknown;
    await watch(JSON.stringify(change), async () => {
      undoId = (await post('/api/leads/bulk', { ...chosen, ...change })).undo_id;
    });
    await watch('and its undo', async () => {
      const { count } = await post(`/api/leads/bulk/${undoId}/undo`, {});
      if (count !== rows) throw new Error(`Only ${count} were put back`);
    });
  }
} finally {
  await portal.stop();
}
