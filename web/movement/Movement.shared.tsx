import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import classes from './Movement.module.css';
import { MovementSkeleton } from './MovementSkeleton.tsx';
import { useMovement } from './movement.api.ts';
import { movementText } from './movement-text.ts';
import { PartnersCard } from './PartnersCard.tsx';
import { StagesCard } from './StagesCard.tsx';
import { StuckLeads } from './StuckLeads.tsx';
import { WeeksCard } from './WeeksCard.tsx';

/** How leads come along, and which do not: one's own, everybody's, or those of one partner. */
export function Movement({ partner }: { partner?: string }) {
  const isAdmin = useIsAdmin();
  const showsPartners = isAdmin && partner === undefined;
  const { data, isPending, refetch } = useMovement(partner);
  return (
    <section className={classes.grid} aria-label="Movement" data-many={showsPartners || undefined}>
      <StuckLeads partner={partner} />
      {data && (
        <>
          <WeeksCard movement={data} partner={partner} />
          <StagesCard movement={data} partner={partner} />
          {showsPartners && <PartnersCard movement={data} />}
        </>
      )}
      {isPending && <MovementSkeleton cards={showsPartners ? 3 : 2} />}
      {!data && !isPending && (
        <Card>
          <LoadFailed message={movementText.weeksFailed} onRetry={refetch} />
        </Card>
      )}
    </section>
  );
}
