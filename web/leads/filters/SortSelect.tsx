import type { LeadSort } from '#contract/lead-queries.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import classes from './SortSelect.module.css';

const orders: { value: LeadSort; label: string }[] = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'company_name', label: 'Company A to Z' },
  { value: '-company_name', label: 'Company Z to A' },
  { value: 'status', label: 'Status A to Z' },
  { value: '-status', label: 'Status Z to A' },
];

/** Where leads are cards, which have no heads to sort by. */
export function SortSelect({ sort, onSort }: { sort: LeadSort; onSort: (sort: string) => void }) {
  return (
    <div className={classes.cardsOnly}>
      <FilterSelect label="Sort by" options={orders} value={sort} onChange={onSort} />
    </div>
  );
}
