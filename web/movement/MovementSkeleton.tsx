import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Card } from '#web/ui/Card.tsx';
import { useDelayed } from '#web/ui/use-delayed.ts';
import classes from './Movement.module.css';

/** Cards in outline, as high as what comes. */
export function MovementSkeleton({ cards }: { cards: number }) {
  const visible = useDelayed();
  return (
    <>
      <VisuallyHidden>
        <output>Loading...</output>
      </VisuallyHidden>
      {Array.from({ length: cards }, (_, n) => n).map((n) => (
        <Card key={n}>
          <div className={classes.waiting} aria-hidden="true">
            {visible && (
              <>
                <Skeleton height={16} width={140} />
                <Skeleton height={12} width={220} mt={8} />
                <Skeleton height={120} mt={24} />
              </>
            )}
          </div>
        </Card>
      ))}
    </>
  );
}
