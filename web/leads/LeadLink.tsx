import { IconMessageFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Lead } from '#contract/leads.ts';
import { useStepToRecord } from '#web/lib/record-address.ts';
import { Missing } from '#web/ui/Cut.tsx';
import { isMissing } from '#web/ui/format.ts';
import classes from './LeadLink.module.css';
import { leadAddress } from './lead-address.ts';
import { leadPath } from './lead-paths.shared.ts';
import { leadMessages, leadName } from './lead-text.ts';

/** The company of a lead as the link that opens it; a mark before it says that a note is unread. */
export function LeadLink({ lead }: { lead: Lead }) {
  const { search, options } = useStepToRecord(leadAddress);
  const to = { pathname: leadPath(lead.id), search };
  return (
    <span className={classes.company}>
      {lead.unread && (
        <span
          role="img"
          className={classes.unread}
          aria-label={leadMessages.unreadNote}
          title={leadMessages.unreadNote}
        >
          <IconMessageFilled size={11} aria-hidden="true" />
        </span>
      )}
      {isMissing(lead.company_name) ? (
        <Link className={classes.link ?? ''} to={to} {...options} aria-label={leadName(lead)}>
          <Missing what="Company" />
        </Link>
      ) : (
        <Link
          className={classes.link ?? ''}
          to={to}
          {...options}
          dir="auto"
          title={lead.company_name}
        >
          {lead.company_name}
        </Link>
      )}
    </span>
  );
}
