import { shareOf, sumOf } from '#contract/commissions.ts';
import { dayMilliseconds } from '#contract/days.ts';
import { changeCommissions } from '#server/companies/commissions.ts';
import { getCompany, listLiveCompanies } from '#server/companies/companies.ts';
import type { Db } from '#server/db/database.ts';
import { backdateLive } from './demo.queries.ts';
import type { DemoPeople } from './demo-life.ts';

const longestMonths = 15;
/** What a company pays a month, and the partner's share of it: every share is of whole cents. */
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
  await backdateLive(tx);
  const page = { limit: 1_000, offset: 0, search: null };
  const { companies } = await listLiveCompanies(tx, 'everyone', page);
  for (const [i, { id }] of companies.entries()) {
    const { company } = await getCompany(tx, 'everyone', id);
    const since = Date.parse(company.live_since);
    // Some that went live a short while ago have had no invoice yet, as in life.
    const isNew = since > now.getTime() - 30 * dayMilliseconds;
    if (isNew && i % 3 === 2) continue;
    await book(tx, company.id, bookingsOf(i, since, now.getTime()), office);
  }
}

/** Fees that a company was invoiced for, or what was payable paid out. */
type Booking = { at: number; reason: string } & (
  | { rate: string; fees: number; isPayment?: never }
  | { isPayment: true }
);

/** All that is booked for a company, in the order in which it happened. */
function bookingsOf(i: number, since: number, now: number): Booking[] {
  const plan = plans[i % plans.length] ?? { rate: '10', fee: 1_000 };
  const invoices = invoiceDays(since, i).map((at, n) => {
    // It grows with the company, and takes a step back now and then.
    const isLess = n % 5 === 4;
    const fees = plan.fee + n * 130 - (isLess ? 900 : 0);
    const what = n === 0 ? 'First invoice' : `Fees of ${monthOf(at)}`;
    const reason = isLess ? `${what}, less two cancelled seats` : what;
    return { at, rate: plan.rate, fees, reason };
  });
  const payments = quarterStarts(since).map((at) => {
    const [first, last] = [monthOf(at, -3), monthOf(at, -1)];
    return {
      at,
      isPayment: true,
      reason: `Paid by bank transfer for ${first} to ${last}`,
    } as const;
  });
  return [...invoices, ...payments].filter(({ at }) => at < now).sort((a, b) => a.at - b.at);
}

/** Two days after it went live, then on a day of its own in each month. */
function invoiceDays(since: number, i: number): number[] {
  const first = since + 2 * dayMilliseconds;
  const start = new Date(first);
  const later = Array.from({ length: longestMonths }, (_, n) =>
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + n + 1, 2 + ((i * 7) % 26), 9),
  );
  return [first, ...later];
}

/** The first days of the quarters after a moment: what was payable is paid out, before new fees come. */
function quarterStarts(since: number): number[] {
  const start = new Date(since);
  const quarter = Math.floor(start.getUTCMonth() / 3) * 3;
  return Array.from({ length: longestMonths / 3 + 1 }, (_, n) =>
    Date.UTC(start.getUTCFullYear(), quarter + (n + 1) * 3, 1, 12),
  );
}

function monthOf(at: number, monthsLater = 0): string {
  return monthNames[(new Date(at).getUTCMonth() + monthsLater + 12) % 12] ?? '';
}

/** Fees add to both amounts, a payment takes from what is payable: opening and changes make the closing. */
async function book(
  tx: Db,
  id: string,
  bookings: Booking[],
  office: DemoPeople['office'],
): Promise<void> {
  let [payable, alltime, unpaidFees] = ['0.00', '0.00', 0];
  const change = (at: number, body: Parameters<typeof changeCommissions>[3]) =>
    changeCommissions(tx, 'everyone', id, body, {
      by: office?.id ?? null,
      requestId: null,
      clock: () => new Date(at),
    });
  for (const booking of bookings) {
    const { at, reason } = booking;
    if (booking.isPayment) {
      if (unpaidFees > 0) await change(at, { commission_payable_to_partner: '0.00', reason });
      [payable, unpaidFees] = ['0.00', 0];
      continue;
    }
    const { rate, fees } = booking;
    const share = shareOf({ rate, base: `${fees}.00` });
    // What is payable is explained as a whole: of fees that come on top, the reason says their share.
    const why = unpaidFees > 0 ? `${reason}: ${rate} % of ${written(fees)}` : reason;
    unpaidFees += fees;
    payable = sumOf(payable, share);
    alltime = sumOf(alltime, share);
    await change(at, {
      commission_payable_to_partner: payable,
      commission_payable_rate: rate,
      commission_payable_base: `${unpaidFees}.00`,
      alltime_commission_payable: alltime,
      reason: why,
    });
  }
}

/** As an administrator writes it. */
function written(fees: number): string {
  return fees.toLocaleString('en-US', { minimumFractionDigits: 2 });
}
