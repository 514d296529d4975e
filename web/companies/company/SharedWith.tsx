import { Link } from 'react-router';
import type { SharedWith as Sharer } from '#contract/companies.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { companyPath } from '../company-address.ts';
import { companyName } from '../company-name.shared.ts';
import { companyPanelText } from './company-panel-text.ts';
import classes from './OpenedCompany.module.css';

/** For administrators: whose companies are shown the same commissions, since HubSpot has but one. */
export function SharedWith({ sharers }: { sharers: Sharer[] }) {
  if (sharers.length === 0) return null;
  return (
    <Notice kind="warning" title={companyPanelText.shared} quiet>
      <p>{companyPanelText.sharedHint}</p>
      <ul className={classes.sharers}>
        {sharers.map(({ id, name, partner_id, partner_name }) => (
          <li key={id}>
            <Link className={classes.link ?? ''} to={companyPath(id)} dir="auto">
              {companyName(name)}
            </Link>{' '}
            of{' '}
            <bdi>
              <PartnerLink id={partner_id} name={partner_name} lines="any" />
            </bdi>
          </li>
        ))}
      </ul>
      <p>
        <Link className={classes.link ?? ''} to="/crm">
          Decide whose they are
        </Link>
      </p>
    </Notice>
  );
}
