import type { LeadSort } from '#contract/lead-queries.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
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

/** Where leads are cards, which have no heads to sort by. */
export function SortSelect({ sort, onSort }: { sort: LeadSort; onSort: (sort: string) => void }) {
  return (
    <div className={classes.cardsOnly}>
      <FilterSelect label="Sort by" options={orders} value={sort} onChange={onSort} />
    </div>
  );
}
