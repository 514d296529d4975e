import { SearchableFilter } from '#web/ui/SearchableFilter.tsx';
import { usePartnerOptions } from './partners.api.ts';

/** For administrators, who alone may ask for the partners at all (spec §6). */
export function PartnerFilter(filter: { value: string; onChange: (partner: string) => void }) {
  return (
    <SearchableFilter {...filter} label="Filter by partner" {...usePartnerOptions(filter.value)} />
  );
}
