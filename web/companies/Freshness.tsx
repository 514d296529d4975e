import { useIsAdmin } from '#web/session/session.api.ts';
import { exactDate } from '#web/ui/format.ts';
import { asOfText, companyMessages } from './company-text.ts';
import classes from './LiveCompaniesPage.module.css';

/** Of when the list is, where HubSpot keeps it; whoever could change it elsewhere is told where. */
export function Freshness({ asOf }: { asOf: string | null }) {
  const isAdmin = useIsAdmin();
  return (
    <p className={`tabular ${classes.freshness}`}>
      {asOf === null ? (
        companyMessages.notPulledYet
      ) : (
        <time dateTime={asOf} title={exactDate(asOf)}>
          {asOfText(asOf, Date.now())}
        </time>
      )}
      {isAdmin && <span>{companyMessages.mirrored}</span>}
    </p>
  );
}
