import { Link } from 'react-router';
import type { Lead } from '#contract/leads.ts';
import { useStepToRecord } from '#web/lib/record-address.ts';
import { displayText } from '#web/ui/format.ts';
import classes from './LeadLink.module.css';
import { leadAddress } from './lead-address.ts';
import { leadPath } from './lead-paths.shared.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** A lead by its company, or else by its contact, as the link that opens it. */
export function LeadName({
  lead,
}: {
  lead: Pick<Lead, 'id' | 'company_name'> & { contact: string | null };
}) {
  const { search, options } = useStepToRecord(leadAddress);
  const name = displayText(lead.company_name, displayText(lead.contact));
  return (
    <Link
      className={classes.link ?? ''}
      to={{ pathname: leadPath(lead.id), search }}
      {...options}
      dir="auto"
      title={name}
    >
      {name}
    </Link>
  );
}

export function LeadStatus({ lead }: { lead: Pick<Lead, 'status' | 'created_at'> }) {
  return <StatusBadge lead={lead} />;
}
