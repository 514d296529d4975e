import { Skeleton, VisuallyHidden } from '@mantine/core';
import { stuckNamed } from '#contract/limits.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CardHead } from '#web/ui/CardHead.tsx';
import { useDelayed } from '#web/ui/use-delayed.ts';
import classes from './Movement.module.css';

/** A card of movement in outline, as high as what comes. */
export function CardWaiting({
  title,
  hint,
  isChart = false,
}: {
  title: string;
  hint?: string;
  isChart?: boolean;
}) {
  const visible = useDelayed();
  return (
    <Card>
      <CardHead title={title} {...(hint && { hint })} />
      <output className={classes.waiting} data-chart={isChart || undefined}>
        <VisuallyHidden>Loading...</VisuallyHidden>
        {visible && (
          <>
            <Skeleton height={12} width={220} aria-hidden="true" />
            <Skeleton height={144} mt={24} aria-hidden="true" />
          </>
        )}
      </output>
    </Card>
  );
}

/** As many stuck leads in outline as are named at most. */
export function StuckWaiting() {
  return (
    <output>
      {Array.from({ length: stuckNamed }, (_, n) => n).map((n) => (
        <div key={n} className={classes.stuckLead}>
          <div className={classes.who}>
            <Bone width={140} />
            <div className={classes.below}>
              <Bone width={180} />
            </div>
          </div>
          <Bone width={64} />
          <span className={classes.turn}>
            <Bone width={72} />
          </span>
        </div>
      ))}
      <VisuallyHidden>Loading...</VisuallyHidden>
    </output>
  );
}
