import { Link } from 'react-router';
import type { CompanyLead } from '#contract/companies.ts';
import { displayStatus } from '#contract/lead-status.ts';
import { leadPath } from '#web/leads/lead-paths.shared.ts';
import { displayText, exactDate, isMissing, shortDate, toDate } from '#web/ui/format.ts';
import { companyPanelText, moreLeadsText } from './company-panel-text.ts';
import classes from './OpenedCompany.module.css';

/** The leads that the company has come from, each the way to it. */
export function CompanyLeads({ leads, total }: { leads: CompanyLead[]; total: number }) {
  return (
    <section aria-label="Leads" className={classes.section}>
      <h3 className={classes.heading}>Leads</h3>
      {leads.length === 0 && <p className={classes.quiet}>{companyPanelText.noLeads}</p>}
      <ul className={classes.leads}>
        {leads.map((lead) => (
          <li key={lead.id} className={classes.lead}>
            <Link className={classes.link ?? ''} to={leadPath(lead.id)} dir="auto">
              {contactOf(lead)}
            </Link>
            <span className={classes.quiet}>{statusOf(lead)}</span>
            <time className={`tabular ${classes.quiet}`} title={exactDate(lead.created_at)}>
              {shortDate(lead.created_at)}
            </time>
          </li>
        ))}
      </ul>
      {total > leads.length && (
        <p className={classes.quiet}>{moreLeadsText(leads.length, total)}</p>
      )}
    </section>
  );
}

/** spec §3: contact_name where first and last are missing. */
function contactOf({ first_name, last_name, contact_name, email }: CompanyLead): string {
  const names = [first_name, last_name].filter((name) => !isMissing(name)).join(' ');
  return names || displayText(contact_name, displayText(email));
}

function statusOf({ status, created_at }: CompanyLead): string {
  return displayStatus(status, toDate(created_at) ?? new Date(), new Date()).text;
}
