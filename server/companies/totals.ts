import type { PartnerTotals } from '#contract/commissions.ts';
import { claim } from '#server/db/claims.queries.ts';
import type { Database, Db } from '#server/db/database.ts';
import { atOneMoment } from '#server/db/one-moment.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { listLiveCompanies } from './companies.ts';
import { foldEarnings, foldTotals } from './kept-totals.queries.ts';
import type { Period } from './period.ts';
import { findTotalsByPartner, sumEarned } from './totals.queries.ts';

type Summed = { search: string | null; period: Period; limit: number; offset: number };
type Sums = Awaited<ReturnType<typeof listLiveCompanies>>;

/** What live companies pay in all and, for administrators, by partner. */
export function sumCommissions(
  db: Database,
  whose: Whose,
  isByPartner: boolean,
  asked: Summed,
): Promise<AllSums> {
  return atOneMoment(db, (tx) => sumUp(tx, whose, isByPartner, asked));
}

type AllSums = Pick<Sums, 'totals' | 'source' | 'as_of'> & {
  earned: string;
  partners: PartnerTotals[];
  partners_total: number;
};

async function sumUp(
  db: Db,
  whose: Whose,
  isByPartner: boolean,
  { search, period, limit, offset }: Summed,
): Promise<AllSums> {
  const { totals, source, as_of } = await listLiveCompanies(db, whose, {
    limit: 1,
    offset: 0,
    search,
  });
  const asked = { ...period, search };
  if (!isByPartner) {
    const earned = await sumEarned(db, whose, asked, source);
    return { totals, earned, partners: [], partners_total: 0, source, as_of };
  }
  const { partners, total, earned } = await findTotalsByPartner(
    db,
    whose,
    { ...asked, limit, offset },
    source,
  );
  return { totals, earned, partners, partners_total: total, source, as_of };
}

/** Keeps what has to be added up by readers short. One process at a time. */
export async function foldCommissions(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await claim(tx, 'fold commissions'))) return;
    await foldTotals(tx);
    await foldEarnings(tx);
  });
}
