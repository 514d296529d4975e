import { IconCircleCheck } from '@tabler/icons-react';
import { stuckCounted } from '#contract/limits.ts';
import type { StuckLead } from '#contract/movement.ts';
import { LeadName, LeadStatus } from '#web/leads/LeadName.shared.tsx';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardHead, CardLink } from '#web/ui/CardHead.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { countedUpTo, exactDate } from '#web/ui/format.ts';
import { KeptRoom } from '#web/ui/KeptRoom.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { daysText } from '#web/ui/relative-time.ts';
import { listOf } from './list-links.ts';
import classes from './Movement.module.css';
import { useStuckLeads } from './movement.api.ts';
import { isReadersTurn, movementText, turnText, usualText } from './movement-text.ts';
import { StuckWaiting } from './Waiting.tsx';

/** Leads that have stood where they are for too long, with how long, and whose turn it is. */
export function StuckLeads({ partner }: { partner: string | undefined }) {
  const { data, isPending, refetch } = useStuckLeads(partner);
  const isAdmin = useIsAdmin();
  return (
    <KeptRoom name={partner ? 'stuck of a partner' : 'stuck'} waiting={isPending}>
      <Card>
        <CardHead
          title={movementText.stuck}
          hint={movementText.stuckOf}
          action={data && data.total > 0 && <AllStuck total={data.total} partner={partner} />}
        />
        {isPending && <StuckWaiting />}
        {!data && !isPending && <LoadFailed message={movementText.stuckFailed} onRetry={refetch} />}
        {data?.leads.length === 0 && (
          <EmptyState
            icon={IconCircleCheck}
            message={movementText.nothingStuck}
            hint={movementText.nothingStuckHint}
          />
        )}
        {data && data.leads.length > 0 && (
          <ul className={classes.stuck} aria-label="Stuck leads">
            {data.leads.map((lead) => (
              <Stuck key={lead.id} lead={lead} showsPartner={isAdmin && partner === undefined} />
            ))}
          </ul>
        )}
      </Card>
    </KeptRoom>
  );
}

function AllStuck({ total, partner }: { total: number; partner: string | undefined }) {
  return (
    <CardLink to={listOf.stuck(partner)}>View all {countedUpTo(stuckCounted, total)}</CardLink>
  );
}

function Stuck({ lead, showsPartner }: { lead: StuckLead; showsPartner: boolean }) {
  const isAdmin = useIsAdmin();
  return (
    <li className={classes.stuckLead}>
      <div className={classes.who}>
        <LeadName lead={lead} />
        {/* Below the name, so that a long status leaves it its room. */}
        <div className={classes.below}>
          <LeadStatus lead={lead} />
          <span className={classes.quiet}>
            {showsPartner ? (
              <PartnerLink id={lead.partner_id} name={lead.partner_name} />
            ) : (
              <span dir="auto">{lead.contact}</span>
            )}
          </span>
        </div>
      </div>
      <div className={classes.long}>
        <time className={`tabular ${classes.days}`} title={exactDate(lead.since)}>
          {daysText(lead.days)}
        </time>
        <span className={classes.quiet}>{usualText(lead.usual_days)}</span>
      </div>
      <span className={classes.turn} data-own={isReadersTurn(lead.turn, isAdmin) || undefined}>
        {turnText(lead.turn, isAdmin)}
      </span>
    </li>
  );
}
