import { ask } from '../ask.ts';
import { type Finding, must, percentile, tally, under } from '../finding.ts';
import type { Portal } from '../portal.ts';
import { statuses, times, watched } from '../watch.ts';

const addresses = 100;
const guesses = 800;

/** Wrong passwords from many addresses at once: each costs a hash. */
export async function signIns(portal: Portal): Promise<Finding[]> {
  const partner = await portal.addPartner('bystander');
  const guess = (n: number) =>
    ask(`${portal.url}/api/login`, {
      method: 'POST',
      headers: { ...portal.admin.headers, 'x-forwarded-for': `10.1.${n % addresses}.1` },
      body: JSON.stringify({ email: `guess-${n}@chaos.example`, password: 'Wrong-pass-1' }),
    });
  let answers: Awaited<ReturnType<typeof guess>>[] = [];
  const attack = async () => {
    answers = await Promise.all(Array.from({ length: guesses }, (_, n) => guess(n)));
  };
  let pages: Awaited<ReturnType<typeof watched>> = [];
  const lists = await watched(`${portal.url}/api/leads`, partner.headers, async () => {
    pages = await watched(`${portal.url}/login`, {}, attack);
  });
  const tried = `${guesses} wrong sign-ins from ${addresses} addresses at once`;
  const refused = answers.filter(({ status }) => status === 503);
  return [
    under(
      `${tried}: p99 of the login page`,
      percentile(times(pages), 0.99),
      300,
      ` of ${pages.length} (${tally(statuses(pages))})`,
    ),
    under(
      `${tried}: p99 of a partner's list`,
      percentile(times(lists), 0.99),
      300,
      ` of ${lists.length} (${tally(statuses(lists))})`,
    ),
    must(
      `${tried}: what they get`,
      tally(answers.map(({ status }) => status)),
      '401, 429, or 503 with Retry-After',
      answers.every(({ status }) => [401, 429, 503].includes(Number(status))) &&
        refused.every(({ headers }) => headers['retry-after'] !== undefined),
    ),
  ];
}
