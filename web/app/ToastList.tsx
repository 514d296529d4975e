import '@mantine/notifications/styles.css';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

/** At the foot of a wide screen; on a small one the foot belongs to buttons and sheets. */
export function ToastList() {
  const small = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  });
  return <Notifications position={small ? 'top-center' : 'bottom-right'} limit={4} />;
}
