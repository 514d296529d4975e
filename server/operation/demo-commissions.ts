import { shareOf, sumOf } from '#contract/commissions.ts';
import { groupOf } from '#contract/lead-status.ts';
import { changeCommissions } from '#server/companies/commissions.ts';
import { getCompany, listLiveCompanies } from '#server/companies/companies.ts';
import type { Db } from '#server/db/database.ts';
import { backdateLive } from './demo.queries.ts';
import type { DemoPeople } from './demo-life.ts';

const day = 24 * 60 * 60 * 1000;
const month = 30 * day;
/** What a company pays a month, and the partner's share of it. */
const plans = [
  { rate: '12', fee: 10_400 },
  { rate: '10', fee: 6_250 },
  { rate: '12.5', fee: 3_980 },
  { rate: '8', fee: 14_700 },
  { rate: '10', fee: 2_340 },
];
const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** What the live companies have paid since they were won, month by month, and why. */
export async function giveCommissions(
  tx: Db,
  office: DemoPeople['office'],
  now: Date,
): Promise<void> {
  const page = { limit: 1_000, offset: 0, search: null };
  const { companies } = await listLiveCompanies(tx, 'everyone', page);
  for (const [i, { id }] of companies.entries()) {
    const { company, leads } = await getCompany(tx, 'everyone', id);
    const won = leads
      .filter(({ status }) => groupOf(status) === 'Live')
      .map(({ created_at }) => Date.parse(created_at));
    const since = Math.min(now.getTime() - 10 * day, ...won) + 5 * day;
    await backdateLive(tx, company.id, new Date(since));
    // Some pay nothing yet, as in life.
    if (i % 4 !== 3) await payMonthly(tx, { id: company.id, i, since, office, now: now.getTime() });
  }
}

type Paying = {
  id: string;
  i: number;
  since: number;
  office: DemoPeople['office'];
  now: number;
};

async function payMonthly(tx: Db, { id, i, since, office, now }: Paying): Promise<void> {
  const { rate, fee } = plans[i % plans.length] ?? { rate: '10', fee: 1_000 };
  const hasAlltime = i % 6 !== 2;
  let alltime = '0.00';
  const change = (at: number, body: Parameters<typeof changeCommissions>[3]) =>
    changeCommissions(tx, 'everyone', id, body, {
      by: office?.id ?? null,
      requestId: null,
      clock: () => new Date(at),
    });
  for (let n = 0, at = since; at < now; n++, at += month) {
    // It grows with the company, and takes a step back once.
    const base = `${fee + n * 130 - (n % 5 === 4 ? 900 : 0)}.00`;
    const share = shareOf({ rate, base });
    alltime = sumOf(alltime, share);
    await change(at, {
      commission_payable_to_partner: share,
      commission_payable_rate: rate,
      commission_payable_base: base,
      ...(hasAlltime && { alltime_commission_payable: alltime }),
      reason: reasonOf(n, at),
    });
    const paidAt = at + 20 * day;
    // What was paid out is no longer payable; the last is still to come.
    if (n % 3 === 2 && paidAt < now - 5 * day)
      await change(paidAt, {
        commission_payable_to_partner: '0.00',
        reason: `Paid by bank transfer, ${monthNames[new Date(paidAt).getUTCMonth()]}`,
      });
  }
}

function reasonOf(n: number, at: number): string {
  const name = monthNames[new Date(at).getUTCMonth()];
  if (n === 0) return 'First invoice';
  return n % 5 === 4 ? `Fees of ${name}, less two cancelled seats` : `Fees of ${name}`;
}
