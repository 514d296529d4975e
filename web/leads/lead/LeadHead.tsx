import { groupOf } from '#contract/lead-status.ts';
import { leadText } from '#contract/lead-text.ts';
import type { Lead, LeadDetails } from '#contract/leads.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { exactDate, isMissing } from '#web/ui/format.ts';
import { timeSince } from '#web/ui/relative-time.ts';
import { ChangeableStatus } from '../ChangeableStatus.tsx';
import { leadName } from '../lead-text.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { EditableValue } from './EditableValue.tsx';
import classes from './LeadHead.module.css';
import { companyFact } from './lead-facts.ts';

/** Whose lead it is, where it stands, and for how long it has stood there. */
export function LeadHead({
  known,
  lead,
  readOnly,
  gone,
  level,
}: {
  known: Lead;
  lead: LeadDetails | undefined;
  readOnly: boolean;
  gone: boolean;
  level: 1 | 2;
}) {
  const isAdmin = useIsAdmin();
  const isLocked = !isAdmin && groupOf(known.status) === 'Live';
  const heading = <Company known={known} level={level} />;
  return (
    <header className={classes.head}>
      {lead && !readOnly ? (
        <EditableValue
          lead={lead}
          fact={companyFact}
          locked={isLocked ? leadText.companyOfLive : undefined}
        >
          {heading}
        </EditableValue>
      ) : (
        <div className={classes.plain}>{heading}</div>
      )}
      <div className={classes.status}>
        {isAdmin && !readOnly && !gone ? (
          <ChangeableStatus lead={known} />
        ) : (
          <StatusBadge lead={known} />
        )}
        {lead && (
          <time className={classes.since} title={exactDate(lead.status_changed_at)}>
            {timeSince(lead.status_changed_at, Date.now())}
          </time>
        )}
      </div>
    </header>
  );
}

function Company({ known, level }: { known: Lead; level: 1 | 2 }) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Heading
      className={classes.company}
      dir="auto"
      data-missing={isMissing(known.company_name) || undefined}
    >
      {leadName(known)}
    </Heading>
  );
}
