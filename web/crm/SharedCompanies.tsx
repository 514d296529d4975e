import type { SharedCompany } from '#contract/crm.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './CrmPage.module.css';
import { crmMessages, sharedParts, sharedText } from './crm-text.ts';

/** Companies of HubSpot whose commissions more than one partner is shown: somebody has to decide. */
export function SharedCompanies({ shared }: { shared: SharedCompany[] }) {
  if (shared.length === 0) return null;
  return (
    <Notice kind="warning" title={sharedText(shared.length)}>
      <p>{crmMessages.sharedHint}</p>
      <ul className={classes.list}>
        {shared.map((company) => (
          <li key={company.id} dir="auto">
            {sharedParts(company)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
