import { Button } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { statusGroups } from '#contract/lead-status.ts';
import { PartnerFilter } from '#web/partners/PartnerFilter.shared.tsx';
import { useIsAdmin } from '#web/session/session.api.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { ColumnsButton } from './columns/ColumnsButton.tsx';
import type { ColumnChoice } from './columns/column-choice.ts';
import { ExportButton } from './export/ExportButton.tsx';
import type { Exporter } from './export/use-export.ts';
import { FilterChips } from './filters/FilterChips.tsx';
import { FiltersButton } from './filters/FiltersButton.tsx';
import { chipsOf } from './filters/filter-chips.ts';
import type { LeadsAddress } from './filters/leads-address.ts';
import { SortSelect } from './filters/SortSelect.tsx';
import classes from './LeadsToolbar.module.css';
import type { LeadsList } from './use-leads-list.ts';

const statusOptions = [
  { value: '', label: 'All Statuses' },
  ...statusGroups.map(({ name }) => ({ value: name, label: name })),
];

export function LeadsToolbar({
  list,
  columns,
  onColumns,
  exporter,
  statusFilter,
  onSearch,
  onDown,
}: {
  list: LeadsList;
  columns: ColumnChoice;
  onColumns: (columns: ColumnChoice) => void;
  exporter: Exporter;
  statusFilter: RefObject<HTMLSelectElement | null>;
  onSearch: (text: string) => void;
  /** Goes from the search to the first lead that it finds. */
  onDown: (text: string) => void;
}) {
  const isAdmin = useIsAdmin();
  const { state } = list;
  const typed = useRef(state.search);
  /** What stands in the search field counts too, sent or not: one list for all that is asked for. */
  const filter = (part: Partial<LeadsAddress>) =>
    list.change({ ...part, search: typed.current.trim() });
  const chips = chipsOf(state);
  // An empty list offers this itself.
  const clear = list.filtered && list.rows?.length !== 0 && (
    <Button variant="subtle" color="gray" px={8} onClick={list.clear}>
      Clear filters
    </Button>
  );
  return (
    <>
      <div className={classes.toolbar}>
        <SearchBox
          label="Search leads"
          placeholder="Search by company or contact... (press Enter to search)"
          value={state.search}
          onSearch={onSearch}
          typed={typed}
          onDown={onDown}
          results={Object.values(state).join('\n')}
        />
        {isAdmin && (
          <PartnerFilter value={state.partner} onChange={(partner) => filter({ partner })} />
        )}
        <FilterSelect
          ref={statusFilter}
          label="Filter by status"
          options={statusOptions}
          value={state.status}
          onChange={(status) => filter({ status, statuses: '' })}
        />
        <FiltersButton on={chips.length} address={state} onChange={filter} onClear={list.clear} />
        {chips.length === 0 && clear}
        <div className={classes.tools}>
          <SortSelect sort={list.sort} isDeleted={Boolean(state.deleted)} onSort={list.sortBy} />
          <div className={classes.columns}>
            <ColumnsButton choice={columns} onChange={onColumns} />
          </div>
          <ExportButton exporter={exporter} total={list.total} />
        </div>
      </div>
      {chips.length > 0 && (
        <FilterChips chips={chips} onChange={filter} focusAfter={statusFilter}>
          {clear}
        </FilterChips>
      )}
    </>
  );
}
