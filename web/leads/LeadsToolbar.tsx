import { Button } from '@mantine/core';
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

export function LeadsToolbar({ list }: { list: LeadsList }) {
  const isAdmin = useIsAdmin();
  const { state, change } = list;
  return (
    <div className={classes.toolbar}>
      <SearchBox
        label="Search leads"
        placeholder="Search by company or contact... (press Enter to search)"
        value={state.search}
        onSearch={list.search}
      />
      {isAdmin && (
        <PartnerFilter value={state.partner} onChange={(partner) => change({ partner })} />
      )}
      <FilterSelect
        label="Filter by status"
        options={statusOptions}
        value={state.status}
        onChange={(status) => change({ status })}
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
