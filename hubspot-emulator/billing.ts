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

function isWon(world: World, company: CrmRecord): boolean {
  const deals = [...associated(world, company, 'deals').keys()];
  return deals.some((id) => findById(world, 'deals', id)?.properties.hs_is_closed_won === 'true');
}

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
 * What somebody's billing would do in the account, so that there is money to watch: companies that were
 * won since the last time get their first amounts, and one of the others owes a month more.
 */
export function billCompanies(world: World, names: CommissionNames): void {
  const { properties } = world.shelves.companies;
  if (!properties.has(names.payable) || !properties.has(names.alltime)) return;
  const billed = liveRecords(world, 'companies').filter(
    (company) => kindOf(company) !== never && isWon(world, company),
  );
  const isNew = (company: CrmRecord) => company.properties[names.payable] === undefined;
  const others = billed.filter((company) => !isNew(company));
  // What it paid before is known from the beginning.
  for (const company of billed.filter(isNew)) bill(world, company, names, 2 + kindOf(company));
  const next = others[Math.floor(world.random() * others.length)];
  if (next) bill(world, next, names, 1);
}
