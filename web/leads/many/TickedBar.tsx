import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { useSelection } from './selection-context.ts';

const ManyBar = lazyPart(async () => (await import('./ManyBar.tsx')).ManyBar);

/** The bar of what is ticked comes with the first tick. */
export function TickedBar(bar: ComponentProps<typeof ManyBar>) {
  const { count } = useSelection();
  useLoadAhead(ManyBar.load);
  return (
    count > 0 && (
      <Suspense fallback={<span hidden data-bar="later" />}>
        <ManyBar {...bar} />
      </Suspense>
    )
  );
}
