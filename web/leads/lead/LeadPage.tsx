import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useSetPageTitle } from '#web/ui/page-title.ts';
import { useCloseLead } from '../lead-address.ts';
import { leadName } from '../lead-text.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { LeadContent } from './LeadContent.tsx';
import classes from './LeadPage.module.css';
import { useLead } from './lead.api.ts';
import { useEscape } from './use-escape.ts';

/** A lead that was opened by its address. */
export function LeadPage({ id }: { id: string }) {
  const opened = useLead(id);
  const { lead, listed, gone } = opened;
  const { search } = useLocation();
  const navigate = useNavigate();
  const known = lead ?? listed;
  const close = useCloseLead(undefined);
  useSetPageTitle(known ? leadName(known) : 'Lead');
  useEscape(close);
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Link className={classes.back ?? ''} to={{ pathname: '/leads', search }}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
          Leads
        </Link>
        {lead && !lead.deleted_at && !gone && (
          <DeleteButton lead={lead} onDeleted={() => navigate({ pathname: '/leads', search })} />
        )}
      </div>
      <section className={classes.lead} data-lead aria-label="Lead" tabIndex={-1}>
        <LeadContent id={id} opened={opened} level={1} onClose={close} />
      </section>
    </div>
  );
}
