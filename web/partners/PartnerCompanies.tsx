import { Link } from 'react-router';
import type { Company as Listed } from '#contract/companies.ts';
import type { Partner } from '#contract/partners.ts';
import { addressOf } from '#contract/protocol.ts';
import { useLiveCompanies } from '#web/companies/companies.api.ts';
import { companyName } from '#web/companies/company-name.shared.ts';
import { amountText } from '#web/ui/amount.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardHead, CardLink } from '#web/ui/CardHead.tsx';
import { CardListWaiting } from '#web/ui/CardList.tsx';
import { groupDigits, isMissing, notAvailable } from '#web/ui/format.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
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
      <CardHead
        title="Live companies"
        action={
          data &&
          data.total > 0 && (
            <CardLink to={addressOf({ path: '/live' }, { query: { partner: partner.id } })}>
              View all {groupDigits(data.total)}
            </CardLink>
          )
        }
      />
      {query.isPending && <CardListWaiting />}
      {query.isError && !data && (
        <LoadFailed message={partnerMessages.companiesFailed} onRetry={query.refetch} />
      )}
      {data?.total === 0 && <p className={classes.none}>{partnerMessages.noCompanies}</p>}
      {data && data.total > 0 && (
        <ul className={classes.companies}>
          {data.companies.map((company) => (
            <Company key={company.id} company={company} currency={data.currency} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Company({ company, currency }: { company: Listed; currency: string }) {
  const { id, name, website, commission_payable_to_partner: payable } = company;
  return (
    <li className={classes.company}>
      <div className={classes.companyWords}>
        <Link
          className={classes.companyName ?? ''}
          to={`/companies/${id}`}
          dir="auto"
          title={name ?? undefined}
        >
          {companyName(name)}
        </Link>
        <Website website={website} />
      </div>
      <span className={`tabular ${classes.payable}`}>
        {isMissing(payable) ? (
          <span>{notAvailable}</span>
        ) : (
          <span className={classes.amount}>{amountText(payable, currency)}</span>
        )}
        <span>payable</span>
      </span>
    </li>
  );
}
