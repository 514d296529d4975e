import { Button } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { statusGroups } from '#contract/lead-status.ts';
import { PartnerFilter } from '#web/partners/PartnerFilter.shared.tsx';
import { useIsAdmin } from '#web/session/session.api.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import classes from './LeadsToolbar.module.css';
import type { LeadsList } from './use-leads-list.ts';

const statusOptions = [
  { value: '', label: 'All Statuses' },
  ...statusGroups.map(({ name }) => ({ value: name, label: name })),
];

export function LeadsToolbar({
  list,
  statusFilter,
}: {
  list: LeadsList;
  statusFilter: RefObject<HTMLSelectElement | null>;
}) {
  const isAdmin = useIsAdmin();
  const { state } = list;
  const typed = useRef(state.search);
  /** What stands in the search field counts too, sent or not: one list for all that is asked for. */
  const filter = (part: { partner: string } | { status: string }) =>
    list.change({ ...part, search: typed.current.trim() });
  return (
    <div className={classes.toolbar}>
      <SearchBox
        label="Search leads"
        placeholder="Search by company or contact... (press Enter to search)"
        value={state.search}
        onSearch={list.search}
        typed={typed}
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
        onChange={(status) => filter({ status })}
      />
      {/* An empty list offers this itself. */}
      {list.filtered && list.rows?.length !== 0 && (
        <Button variant="subtle" color="gray" px={8} onClick={list.clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
