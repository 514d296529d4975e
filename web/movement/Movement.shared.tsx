import type { ReactNode } from 'react';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { KeptRoom } from '#web/ui/KeptRoom.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import classes from './Movement.module.css';
import { useMovement } from './movement.api.ts';
import { movementText } from './movement-text.ts';
import { PartnersCard } from './PartnersCard.tsx';
import { StagesCard } from './StagesCard.tsx';
import { StuckLeads } from './StuckLeads.tsx';
import { CardWaiting } from './Waiting.tsx';
import { WeeksCard } from './WeeksCard.tsx';

/** How leads come along, and which do not: one's own, everybody's, or those of one partner. */
export function Movement({ partner }: { partner?: string }) {
  const isAdmin = useIsAdmin();
  const showsPartners = isAdmin && partner === undefined;
  const { data, isPending, refetch } = useMovement(partner);
  const kept = (card: string, drawn: ReactNode) => (
    <KeptRoom name={partner ? `${card} of a partner` : card} waiting={isPending}>
      {drawn}
    </KeptRoom>
  );
  return (
    <section className={classes.grid} aria-label="Movement" data-many={showsPartners || undefined}>
      <StuckLeads partner={partner} />
      {data || isPending ? (
        <>
          {kept('weeks', data ? <WeeksCard movement={data} partner={partner} /> : weeksWaiting)}
          {kept('stages', data ? <StagesCard movement={data} partner={partner} /> : stagesWaiting)}
          {showsPartners &&
            kept('partners', data ? <PartnersCard movement={data} /> : partnersWaiting)}
        </>
      ) : (
        <Card>
          <LoadFailed message={movementText.weeksFailed} onRetry={refetch} />
        </Card>
      )}
    </section>
  );
}

const weeksWaiting = <CardWaiting title={movementText.weeks} isChart />;
const stagesWaiting = <CardWaiting title={movementText.stages} hint={movementText.stagesOf} />;
const partnersWaiting = (
  <CardWaiting title={movementText.partners} hint={movementText.partnersOf} />
);
