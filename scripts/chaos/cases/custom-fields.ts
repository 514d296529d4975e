import { ask, json } from '../ask.ts';
import { type Finding, must, observed, percentile, tally, under } from '../finding.ts';
import { memoryOf, type Portal, processorTimeOf } from '../portal.ts';
import { times, watched } from '../watch.ts';

const keys = 29_119;

/** A push with more custom fields than any lead has, as many as a body has room for. */
export async function customFields(portal: Portal): Promise<Finding[]> {
  const headers = await portal.tokenOf(await portal.addPartner('fields'));
  const custom_fields = Object.fromEntries(
    Array.from({ length: keys }, (_, n) => [n.toString(36).padStart(3, '_'), 0]),
  );
  const person = { first_name: 'Ann', last_name: 'Lee', email: 'ann@lee.example' };
  const body = JSON.stringify({ ...person, custom_fields });
  const push = () => ask(`${portal.url}/api/v1/leads`, { method: 'POST', headers, body });

  for (let n = 0; n < 5; n++) await push();
  const alone = [];
  for (let n = 0; n < 30; n++) alone.push(await push());
  const answer = json(alone[0] ?? (await push()));
  const messages = Object.keys((answer.fields ?? {}) as object).length;
  const bytes = Math.max(...alone.map((each) => each.bytes));

  let peak = 0;
  const taken = processorTimeOf(portal.pid());
  const together: (number | string)[] = [];
  const others = await watched(`${portal.url}/healthz`, {}, async () => {
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 40 }, push));
      together.push(...answers.map(({ status }) => status));
      peak = Math.max(peak, memoryOf(portal.pid()));
    }
  });
  const each = (processorTimeOf(portal.pid()) - taken) / together.length;
  const size = `${Math.round(body.length / 1024)} KB`;
  return [
    under(
      `a push with ${keys.toLocaleString('en-US')} custom fields (${size}), median of ${alone.length}`,
      percentile(
        alone.map(({ milliseconds }) => milliseconds),
        0.5,
      ),
      10,
    ),
    must(
      'what it answers',
      `${alone[0]?.status}, ${messages} field messages, ${bytes} bytes`,
      'a 400 with at most 20 messages',
      alone.every(({ status }) => status === 400) && messages <= 20 && bytes < 10_000,
    ),
    under(
      `40 of them at once, ten times: p99 of /healthz`,
      percentile(times(others), 0.99),
      100,
      ` of ${others.length} (${tally(together)})`,
    ),
    observed(
      'what the portal took meanwhile',
      `${each.toFixed(1)} ms of a processor for each push, ${Math.round(peak)} MB of memory`,
    ),
  ];
}
