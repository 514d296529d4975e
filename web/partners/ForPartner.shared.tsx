import { useMemo } from 'react';
import { unknownPartners } from '#contract/protocol.ts';
import { SearchableFilter } from '#web/ui/SearchableFilter.tsx';
import classes from './ForPartner.module.css';
import type { ForPartnerChoice } from './for-partner.shared.ts';
import { partnerMessages } from './partner-text.ts';
import { usePartnerOptions } from './partners.api.ts';

const oneself = { value: '', label: 'Myself' };

/** For administrators: whose the leads become that are added here. */
export function ForPartner({
  choice: { partner, choose },
  note,
  disabled = false,
}: {
  choice: ForPartnerChoice;
  /** What the choice means for what is added. */
  note?: string;
  disabled?: boolean;
}) {
  const { options, shown, loading, nothingFound } = usePartnerOptions(partner);
  const offered = useMemo(
    () => [oneself, ...options.filter(({ value }) => value && value !== unknownPartners)],
    [options],
  );
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      {/* The field beside says the same to whoever does not see it. */}
      <span className={classes.label} aria-hidden="true">
        {partnerMessages.addedFor}
      </span>
      <SearchableFilter
        label={partnerMessages.addedFor}
        options={offered}
        value={partner}
        shown={partner ? shown : oneself.label}
        onChange={choose}
        loading={loading}
        nothingFound={nothingFound}
      />
      {note && <p className={classes.note}>{note}</p>}
    </fieldset>
  );
}
