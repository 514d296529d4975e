import { Fragment } from 'react';
import type { SharedCompany } from '#contract/crm.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { displayText } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './CrmPage.module.css';
import { crmMessages, sharedText } from './crm-text.ts';

/** Companies of HubSpot whose commissions more than one partner is shown: somebody has to decide. */
export function SharedCompanies({ shared }: { shared: SharedCompany[] }) {
  if (shared.length === 0) return null;
  return (
    <Notice kind="warning" title={sharedText(shared.length)}>
      <p>{crmMessages.sharedHint}</p>
      <ul className={classes.list}>
        {shared.map((company) => (
          <li key={company.id} dir="auto">
            <EachPartners company={company} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What one of them stands for: each live company with its partner. */
function EachPartners({ company: { companies } }: { company: SharedCompany }) {
  return companies.map(({ id, name, partner_id, partner_name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <bdi>{displayText(name, 'A company')}</bdi> of{' '}
      <bdi>
        {partner_name === null ? (
          'a deleted partner'
        ) : (
          <PartnerLink id={partner_id} name={partner_name} lines="any" />
        )}
      </bdi>
    </Fragment>
  ));
}
