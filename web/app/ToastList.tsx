import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

export function ToastList() {
  return <Notifications position="bottom-right" limit={4} />;
}
