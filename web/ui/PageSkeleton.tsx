import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useDelayed } from './use-delayed.ts';

/** While a screen's code is on its way. */
export function PageSkeleton() {
  const visible = useDelayed();
  return (
    <output>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {visible && (
        <Stack gap="lg" aria-hidden="true">
          <Skeleton height={28} width={220} />
          <Skeleton height={120} />
          <Skeleton height={240} />
        </Stack>
      )}
    </output>
  );
}
