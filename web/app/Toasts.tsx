import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';

const loadList = () => import('./ToastList.tsx');
const ToastList = lazy(async () => ({ default: (await loadList()).ToastList }));

/** What shows toasts is not part of the first load: many visits have none. */
export function Toasts() {
  const { notifications } = useNotifications();
  useLoadAhead(loadList);
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (notifications.length > 0) setNeeded(true);
  }, [notifications]);
  return (
    needed && (
      <Suspense fallback={null}>
        <ToastList />
      </Suspense>
    )
  );
}
