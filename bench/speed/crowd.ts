// Two hundred partners at their screens, while one uploads a large file and a program sends leads.
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../ask.ts';
import { csvFile } from '../lead-files.ts';
import { type Asked, p99 } from '../traffic.ts';
import type { Setting } from './cases.ts';
import { emailOfOneLead, leadsOfEach, people, signInAll } from './people.ts';
import type { Case, Row } from './rows.ts';
import type { Part } from './told.ts';
import { mustFind } from './totals.ts';

const uploadedRows = 100_000;
const sentEachSecond = 300;
/** A program that has so many calls open waits for answers: the portal refuses many more at once. */
const mostUnderWay = 100;
const longestThought = 2_000;
const longestSeconds = 90;

const list = '/api/leads?limit=10';

type Screen = { path: string; finds?: number };

/** What a person opens, one after the other, with a moment to look at each. */
const screensOf = (person: number): Screen[] => [
  { path: list, finds: leadsOfEach },
  { path: `/api/leads/count?status_group=${encodeURIComponent('closed lost,unqualified')}` },
  { path: `${list}&search=${encodeURIComponent(emailOfOneLead(person))}`, finds: 1 },
  { path: `${list}&status_filter=contacted`, finds: leadsOfEach / 10 },
  { path: '/api/leads/unread' },
  { path: `${list}&search=miller`, finds: leadsOfEach },
  { path: '/api/me' },
];

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** That there is something on the screens of the first of them. */
async function look(portal: string, token: string): Promise<void> {
  for (const { path, finds } of screensOf(0)) {
    if (finds !== undefined)
      await mustFind({ url: `${portal}${path}`, headers: bearer(token) }, finds);
  }
}

async function click(
  portal: string,
  { token, person }: { token: string; person: number },
  done: AbortSignal,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  const screens = screensOf(person);
  for (let n = Math.floor(Math.random() * screens.length); !done.aborted; n++) {
    await pause(Math.random() * longestThought);
    const at = performance.now();
    const url = `${portal}${screens[n % screens.length]?.path}`;
    const { status } = await ask(url, { headers: bearer(token) });
    if (status !== 200) throw new Error(`A screen was answered ${status}`);
    asked.push({ at, wait: performance.now() - at });
  }
  return asked;
}

async function send({ portal, apiToken }: Setting, done: AbortSignal): Promise<number> {
  const began = performance.now();
  const underWay = new Set<Promise<unknown>>();
  let sent = 0;
  let fault: unknown;
  const one = async () => {
    const n = ++sent;
    const { status } = await ask(`${portal}/api/v1/leads`, {
      method: 'POST',
      headers: { 'x-api-token': apiToken, 'content-type': 'application/json' },
      body: JSON.stringify({
        first_name: 'Ada',
        last_name: `${n}`,
        email: `sent${n}@crowd.example`,
      }),
    });
    if (status !== 201) throw new Error(`A lead that was sent was answered ${status}`);
  };
  while (!done.aborted) {
    const due = ((performance.now() - began) / 1000) * sentEachSecond;
    while (sent < due && underWay.size < mostUnderWay) {
      const sending = one()
        .catch((error) => {
          fault ??= error;
        })
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    await pause(5);
  }
  await Promise.all(underWay);
  if (fault) throw fault;
  return sent / ((performance.now() - began) / 1000);
}

/** Made before anybody's wait is timed, since making it keeps this very process busy. */
function fileToUpload(): FormData {
  const { name, content } = csvFile(uploadedRows);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  return body;
}

async function upload({ portal, partner }: Setting, body: FormData): Promise<void> {
  const response = await fetch(`${portal}/api/leads/upload?duplicates=import`, {
    method: 'POST',
    headers: partner,
    body,
  });
  if (!response.ok) throw new Error(`The upload was answered ${await response.text()}`);
  await response.text();
}

const waits: Case = {
  name: `screens of ${people}, p99, while ${uploadedRows / 1000}k rows are uploaded`,
  unit: 'ms',
  target: 100,
  is: 'at most',
};
const taken: Case = {
  name: 'leads taken from the API meanwhile',
  unit: '/s',
  target: sentEachSecond * 0.95,
  is: 'at least',
  isOurTarget: true,
};

/** For as long as the upload takes. */
async function measure(setting: Setting, databaseUrl: string): Promise<Row[]> {
  const tokens = await signInAll(databaseUrl);
  await look(setting.portal, tokens[0] ?? '');
  const file = fileToUpload();
  const over = new AbortController();
  const tooLong = setTimeout(() => over.abort(), longestSeconds * 1000);
  const clicking = Promise.all(
    tokens.map((token, person) => click(setting.portal, { token, person }, over.signal)),
  );
  const sending = send(setting, over.signal);
  // Whoever fails is heard of below, when the upload is over.
  for (const work of [clicking, sending]) work.catch(() => undefined);
  await pause(longestThought);
  const began = performance.now();
  await upload(setting, file).finally(() => over.abort());
  clearTimeout(tooLong);
  const asked = (await clicking).flat();
  return [
    { ...waits, ours: p99(asked, began) },
    { ...taken, ours: await sending },
  ];
}

export const crowd = (setting: Setting, databaseUrl: string): Part => ({
  name: 'a crowd',
  cases: [waits, taken],
  measure: () => measure(setting, databaseUrl),
});
