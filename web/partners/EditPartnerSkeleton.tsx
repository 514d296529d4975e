import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Card } from '#web/ui/Card.tsx';
import { FormGrid } from '#web/ui/FormGrid.tsx';
import { useDelayed } from '#web/ui/use-delayed.ts';
import classes from './EditPartnerPage.module.css';

/** The two forms in outline, while the partner is on its way. */
export function EditPartnerSkeleton() {
  const visible = useDelayed();
  return (
    <output>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {visible && (
        <div aria-hidden="true">
          <Card padded form>
            <Outline />
          </Card>
          <div className={classes.second}>
            <Card padded form>
              <Skeleton height={16} width={140} mb={28} mt={4} />
              <Outline />
            </Card>
          </div>
        </div>
      )}
    </output>
  );
}

function Outline() {
  return (
    <>
      <FormGrid>
        {['left', 'right'].map((side) => (
          <div key={side}>
            <Skeleton height={12} width={96} mt={4} mb={8} />
            <Skeleton height={36} mb={26} />
          </div>
        ))}
      </FormGrid>
      <Skeleton height={36} width={136} mt="xs" />
    </>
  );
}
