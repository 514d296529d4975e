import { type ComponentProps, lazy, Suspense } from 'react';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { useSelection } from './selection-context.ts';

const loadBar = () => import('./ManyBar.tsx');
const ManyBar = lazy(async () => ({ default: (await loadBar()).ManyBar }));

/** The bar of what is ticked comes with the first tick. */
export function TickedBar(bar: ComponentProps<typeof ManyBar>) {
  const { count } = useSelection();
  useLoadAhead(loadBar);
  return (
    count > 0 && (
      <Suspense fallback={<span hidden data-bar="later" />}>
        <ManyBar {...bar} />
      </Suspense>
    )
  );
}
