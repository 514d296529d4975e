import { Button } from '@mantine/core';
import { useRef } from 'react';
import { PartnerFilter } from '#web/partners/PartnerFilter.shared.tsx';
import { useIsAdmin } from '#web/session/session.api.ts';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import type { CompaniesFilter } from './companies.api.ts';
import classes from './LiveCompaniesPage.module.css';

export function CompaniesToolbar({
  state,
  clearable,
  onSearch,
  onFilter,
  onClear,
}: {
  state: CompaniesFilter;
  /** Whether there is anything to clear that the empty list does not offer to clear itself. */
  clearable: boolean;
  onSearch: (search: string) => void;
  onFilter: (filter: { partner: string; search: string }) => void;
  onClear: () => void;
}) {
  const isAdmin = useIsAdmin();
  const typed = useRef(state.search);
  /** What stands in the search field counts too, sent or not. */
  const choosePartner = (partner: string) => onFilter({ partner, search: typed.current.trim() });
  return (
    <div className={classes.toolbar}>
      <SearchBox
        label="Search live companies"
        placeholder="Search by company... (press Enter to search)"
        value={state.search}
        onSearch={onSearch}
        typed={typed}
        results={Object.values(state).join('\n')}
      />
      {isAdmin && <PartnerFilter value={state.partner} onChange={choosePartner} />}
      {clearable && (
        <Button variant="subtle" color="gray" px={8} onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
