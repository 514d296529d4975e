import '@mantine/notifications/styles.css';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Notifications, useNotifications } from '@mantine/notifications';
import { isTypedInto } from '#web/lib/is-typed-into.ts';
import { mostToasts, undoNewest } from '#web/lib/toasts.ts';
import classes from './ToastList.module.css';
import { useToastPlace } from './use-toast-place.ts';

const listClasses = { root: classes.list ?? '' };

/**
 * At the foot of a wide screen; on a small one the foot belongs to buttons and sheets. One that stays
 * for long would cover what a small screen has at its head: it stands above what is at the foot.
 */
export function ToastList() {
  const { notifications } = useNotifications();
  const small = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  });
  const stays = notifications.some((toast) => toast['data-stays']);
  const onSmall = stays ? 'bottom-center' : 'top-center';
  const position = small ? onSmall : 'bottom-right';
  useToastPlace(position, notifications.length > 0);
  // By keyboard a toast is far away, and gone before anybody has tabbed there.
  useHotkeys([['mod+Z', undoUnlessTyping, { preventDefault: false }]], []);
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

/** In a field the key takes back what was typed there. */
function undoUnlessTyping(event: KeyboardEvent): void {
  if (isTypedInto(event.target)) return;
  event.preventDefault();
  undoNewest();
}
