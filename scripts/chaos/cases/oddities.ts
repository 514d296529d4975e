import type { Route } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import { seededRandom } from '../../../test/fuzz/random.ts';
import { fuzzedRequest } from '../../../test/fuzz/requests.ts';
import { ask, json } from '../ask.ts';
import { type Finding, must, percentile, tally, under } from '../finding.ts';
import type { Portal } from '../portal.ts';

const ofEachRoute = 60;

/** Whoever calls it is not signed in any more; and what is read from it has no end. */
const isLeftOut = (name: string, route: Route) =>
  name === 'logout' || name === 'endOtherSessions' || 'stream' in route;

/** Every call with wrong types, lengths, letters and depths, as the tests send them, one at a time. */
export async function oddities(portal: Portal): Promise<Finding[]> {
  const partner = await portal.addPartner('oddities');
  const token = await portal.tokenOf(partner);
  const ids = [await leadOf(portal, partner)];
  const answers = [];
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    if (isLeftOut(name, route)) continue;
    const random = seededRandom(name);
    const { 'content-type': _, ...identity } = { ...portal.admin.headers, ...token };
    for (let n = 0; n < ofEachRoute; n++) {
      const sample = { ids, tokenIds: [], body: route.body && {}, file: undefined };
      const { method, url, payload, headers } = fuzzedRequest(route, sample, random);
      const answer = await ask(portal.url + String(url), {
        method: String(method),
        headers: { ...identity, ...(headers as Record<string, string>) },
        ...(payload !== undefined && { body: payload as string | Buffer }),
      });
      answers.push({ ...answer, name, route });
    }
  }
  const slowest = answers.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
  const failed = answers.filter(({ status }) => status === 'no answer' || status === 500);
  const large = answers.filter(({ bytes, route }) => bytes >= 1_000_000 && !route.download);
  const usual = percentile(
    answers.map(({ milliseconds }) => milliseconds),
    0.99,
  );
  return [
    under(
      `the slowest of ${answers.length} odd calls`,
      slowest?.milliseconds ?? Number.NaN,
      1_000,
      ` (${slowest?.name}; p99 of all ${usual.toFixed(1)} ms)`,
    ),
    must(
      'what they answer',
      `${tally(answers.map(({ status }) => status))}; ${large.length} of a megabyte or more`,
      'no 500, none without an answer, none of a megabyte but files',
      failed.length === 0 && large.length === 0,
    ),
  ];
}

async function leadOf(portal: Portal, partner: Parameters<Portal['call']>[0]): Promise<string> {
  const body = JSON.stringify({
    company_name: 'Acme Ltd',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.example',
    phone_number: '+44 20 7946 0000',
  });
  const { lead } = json(await portal.call(partner, '/api/leads', { method: 'POST', body }));
  return (lead as { id: string }).id;
}
