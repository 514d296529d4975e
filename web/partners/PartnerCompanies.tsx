import { Link } from 'react-router';
import type { Partner } from '#contract/partners.ts';
import { useLiveCompanies } from '#web/companies/companies.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardListFailed, CardListWaiting } from '#web/ui/CardList.tsx';
import { displayText, groupDigits } from '#web/ui/format.ts';
import { Website } from '#web/ui/Website.tsx';
import classes from './PartnerPage.module.css';
import { partnerMessages } from './partner-text.ts';

const shown = 5;

/** The companies of a partner that went live last. */
export function PartnerCompanies({ partner }: { partner: Partner }) {
  const page = { page: 0, pageSize: shown, search: '', partner: partner.id };
  const { query } = useLiveCompanies(page);
  const { data } = query;
  return (
    <Card>
      <header className={classes.head}>
        <h2 className={classes.heading}>Live companies</h2>
        {data && data.total > 0 && (
          <Link
            className={classes.all}
            to={`/live?${new URLSearchParams({ partner: partner.id })}`}
          >
            View all {groupDigits(data.total)}
          </Link>
        )}
      </header>
      {query.isPending && <CardListWaiting />}
      {query.isError && !data && (
        <CardListFailed message={partnerMessages.companiesFailed} onRetry={query.refetch} />
      )}
      {data?.total === 0 && <p className={classes.none}>{partnerMessages.noCompanies}</p>}
      {data && data.total > 0 && (
        <ul className={classes.companies}>
          {data.companies.map(({ id, name, website }) => (
            <li key={id} className={classes.company}>
              <span className={classes.companyName} dir="auto" title={name ?? undefined}>
                {displayText(name, partnerMessages.noCompanyName)}
              </span>
              <Website website={website} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
