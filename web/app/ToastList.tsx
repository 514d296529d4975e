import '@mantine/notifications/styles.css';
import { useHotkeys } from '@mantine/hooks';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { isTypedInto } from '#web/lib/is-typed-into.ts';
import { sessionStore } from '#web/lib/session-store.ts';
import { mostToasts, toast, undoNewest } from '#web/lib/toasts.ts';
import { useIsSmallScreen } from '#web/lib/use-is-small-screen.ts';
import classes from './ToastList.module.css';
import { useIsTyping, useToastPlace } from './use-toast-place.ts';

const listClasses = { root: classes.list ?? '' };

/**
 * At the foot, where on a small screen they cover none of the buttons at its head. While somebody types
 * there, its keyboard stands over the foot; one that stays for long is there when it has gone.
 */
export function ToastList() {
  const { notifications } = useNotifications();
  const small = useIsSmallScreen();
  const hasToasts = notifications.length > 0;
  const isTyping = useIsTyping(hasToasts);
  const stays = notifications.some((one) => one['data-stays']);
  const onSmall = isTyping && !stays ? 'top-center' : 'bottom-center';
  const position = small ? onSmall : 'bottom-right';
  useToastPlace(position, hasToasts);
  // By keyboard a toast is far away, and gone before anybody has tabbed there.
  useHotkeys([['mod+Z', undoUnlessTyping, { preventDefault: false }]], []);
  useEffect(() => sessionStore.subscribe(clearOnceOver), []);
  return (
    <Notifications
      position={position}
      limit={mostToasts}
      containerWidth={360}
      transitionDuration={150}
      classNames={listClasses}
    />
  );
}

/** Nobody else may read what one person was told, nor take back what they have done. */
function clearOnceOver(): void {
  if (!sessionStore.refreshToken) toast.clearAll();
}

/** In a field the key takes back what was typed there. */
function undoUnlessTyping(event: KeyboardEvent): void {
  if (isTypedInto(event.target)) return;
  event.preventDefault();
  undoNewest();
}
