import { fill } from '../fill.ts';
import { type Finding, observed, percentile, tally, under } from '../finding.ts';
import type { Portal } from '../portal.ts';
import { statuses, times, watched } from '../watch.ts';

const leads = 600_000;
const parallel = 50;

/** Broad searches at the last page by one partner, while another one asks for their list. */
export async function searches(portal: Portal): Promise<Finding[]> {
  const [many, other] = [await portal.addPartner('many'), await portal.addPartner('few')];
  await fill(portal, many, leads);
  await fill(portal, other, 200);
  const path = `/api/leads?search=a&limit=100&offset=${leads - 100}`;
  const list = `${portal.url}/api/leads?limit=10`;
  const alone = await watched(list, other.headers, () => nothingFor(2_000));
  let answers: Awaited<ReturnType<Portal['call']>>[] = [];
  const asked = await watched(list, other.headers, async () => {
    answers = await Promise.all(Array.from({ length: parallel }, () => portal.call(many, path)));
  });
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  return [
    observed(
      "another partner's list before",
      `p99 ${percentile(times(alone), 0.99).toFixed(1)} ms`,
    ),
    under(
      `${parallel} parallel broad searches at the last of ${leads.toLocaleString('en-US')} leads: p99 of another partner's list`,
      percentile(times(asked), 0.99),
      150,
      ` of ${asked.length} (${tally(statuses(asked))})`,
    ),
    observed(
      'the searches themselves',
      `${tally(answers.map(({ status }) => status))}, the last after ${(slowest / 1000).toFixed(1)} s`,
    ),
  ];
}

function nothingFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
