import { associated } from './associations.ts';
import { findById, updateRecord } from './objects.ts';
import { type CrmRecord, liveRecords, type Source, type World } from './world.ts';

/** The properties of companies that hold what they owe a partner, and what they have paid in all. */
export type CommissionNames = { payable: string; alltime: string };

const source: Source = {
  sourceType: 'AUTOMATION_PLATFORM',
  sourceId: 'billing',
  sourceLabel: 'Billing',
};

/** Of five companies one is never billed, and of another only what it owes is known: as in life. */
const never = 0;
const payableOnly = 1;
const kindOf = ({ id }: CrmRecord) => Number(id) % 5;

/** What a month with a company brings, in cents. */
function feeOf({ id }: CrmRecord): number {
  return (40 + (Number(id) % 97)) * 250;
}

function dealsOf(world: World, company: CrmRecord): CrmRecord[] {
  const ids = [...associated(world, company, 'deals').keys()];
  return ids.flatMap((id) => findById(world, 'deals', id) ?? []);
}
const isWon = ({ properties }: CrmRecord) => properties.hs_is_closed_won === 'true';
const isLost = (deal: CrmRecord) => deal.properties.hs_is_closed === 'true' && !isWon(deal);

function bill(world: World, company: CrmRecord, names: CommissionNames, months: number): void {
  const add = (name: string, cents: number) => {
    const before = Math.round(Number(company.properties[name] ?? 0) * 100);
    return { [name]: ((before + cents) / 100).toFixed(2) };
  };
  const fee = feeOf(company);
  const hasAlltime = kindOf(company) !== payableOnly;
  const amounts = {
    ...add(names.payable, fee),
    ...(hasAlltime && add(names.alltime, fee * months)),
  };
  updateRecord(world, company, amounts, source);
}

/**
 * What somebody's billing would do in the account, so that there is money to watch: companies that are
 * new, and not lost, get their first amounts, and one of those that were won owes a month more. What is
 * live in the portal need not have been won here.
 */
export function billCompanies(world: World, names: CommissionNames): void {
  const { properties } = world.shelves.companies;
  if (!properties.has(names.payable) || !properties.has(names.alltime)) return;
  const billed = liveRecords(world, 'companies').filter(
    (company) => kindOf(company) !== never && dealsOf(world, company).some((deal) => !isLost(deal)),
  );
  const isNew = (company: CrmRecord) => company.properties[names.payable] === undefined;
  const paying = billed.filter((company) => !isNew(company) && dealsOf(world, company).some(isWon));
  // What it paid before is known from the beginning.
  for (const company of billed.filter(isNew)) bill(world, company, names, 2 + kindOf(company));
  const next = paying[Math.floor(world.random() * paying.length)];
  if (next) bill(world, next, names, 1);
}
