import { Button, Select } from '@mantine/core';
import { statusGroups } from '#contract/lead-status.ts';
import { usePartnerOptions } from '#web/partners/partners.api.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
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
      <Select
        aria-label="Filter by status"
        className={classes.filter}
        data={statusOptions}
        value={state.status}
        allowDeselect={false}
        onChange={(status) => change({ status: status ?? '' })}
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

/** spec §8: partners that cannot be loaded are only logged, and none are offered. */
function PartnerFilter({
  value,
  onChange,
}: {
  value: string;
  onChange: (partner: string) => void;
}) {
  return (
    <Select
      aria-label="Filter by partner"
      className={classes.filter}
      data={usePartnerOptions(value)}
      value={value}
      searchable
      limit={200}
      nothingFoundMessage="No partners found"
      allowDeselect={false}
      onChange={(partner) => onChange(partner ?? '')}
    />
  );
}
