import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Card } from '#web/ui/Card.tsx';
import { useDelayed } from '#web/ui/use-delayed.ts';

/** The first card in outline, while what it says is on its way. */
export function CrmSkeleton() {
  const visible = useDelayed();
  return (
    <output>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {visible && (
        <Card padded form>
          <Skeleton height={16} width={160} my={4} />
          <Skeleton height={12} width="40%" mt={12} />
          <Skeleton height={36} mt={20} />
        </Card>
      )}
    </output>
  );
}
