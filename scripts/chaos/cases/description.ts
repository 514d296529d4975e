import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../ask.ts';
import { type Finding, must, percentile, tally, under } from '../finding.ts';
import type { Portal } from '../portal.ts';
import { statuses, times, watched } from '../watch.ts';

const aSecond = 53;
const seconds = 15;

/** The API description, which anyone may ask for, as often as the review asked. */
export async function description(portal: Portal): Promise<Finding[]> {
  const partner = await portal.addPartner('reader');
  const answers: (number | string)[] = [];
  const lists = await watched(`${portal.url}/api/leads`, partner.headers, async () => {
    const asked: Promise<unknown>[] = [];
    const headers = { 'accept-encoding': 'gzip', 'x-forwarded-for': '10.2.0.1' };
    for (let n = 0; n < aSecond * seconds; n++) {
      const answer = ask(`${portal.url}/api/openapi.json`, { headers });
      asked.push(answer.then(({ status }) => answers.push(status)));
      await pause(1000 / aSecond);
    }
    await Promise.all(asked);
  });
  const tried = `the API description ${aSecond} times a second for ${seconds} seconds`;
  return [
    under(
      `${tried}: p99 of a partner's list`,
      percentile(times(lists), 0.99),
      150,
      ` of ${lists.length} (${tally(statuses(lists))})`,
    ),
    must(
      `${tried}: what its asker gets`,
      tally(answers),
      '200, and 429 past 600 in a minute',
      answers.every((status) => status === 200 || status === 429) &&
        answers.filter((status) => status === 200).length <= 600,
    ),
  ];
}
