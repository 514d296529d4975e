import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const ToastList = lazy(async () => ({ default: (await import('./ToastList.tsx')).ToastList }));

/** What shows toasts loads with the first one: many visits have none. */
export function Toasts() {
  const { notifications } = useNotifications();
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
