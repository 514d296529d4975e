import type { LeadSort } from '#contract/lead-queries.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { newestFirst } from './leads-address.ts';
import classes from './SortSelect.module.css';

const labels: Record<LeadSort, string> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  company_name: 'Company A to Z',
  '-company_name': 'Company Z to A',
  status: 'Status A to Z',
  '-status': 'Status Z to A',
};
const orders = Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Unasked, those that were deleted last come first; by when they were added nobody looks for them. */
const ordersOfDeleted = orders.map((order) =>
  order.value === newestFirst ? { ...order, label: 'Last deleted first' } : order,
);

/** Where leads are cards, which have no heads to sort by. */
export function SortSelect({
  sort,
  isDeleted,
  onSort,
}: {
  sort: LeadSort;
  isDeleted: boolean;
  onSort: (sort: string) => void;
}) {
  const options = isDeleted ? ordersOfDeleted : orders;
  return (
    <div className={classes.cardsOnly}>
      <FilterSelect label="Sort by" options={options} value={sort} onChange={onSort} />
    </div>
  );
}
