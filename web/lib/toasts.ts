import { notifications } from '@mantine/notifications';
import { toastMilliseconds } from '#contract/limits.ts';
import { sessionStore } from './session-store.ts';

type Kind = 'success' | 'error' | 'warning';
const colours = { success: 'green', error: 'red', warning: 'yellow' } as const;

function show(kind: Kind, title: string, message: string, autoClose: number): void {
  notifications.show({
    title,
    message,
    autoClose,
    color: colours[kind],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close notification' },
    // Screen readers read a failure out at once, anything else at the next pause.
    role: kind === 'error' ? 'alert' : 'status',
  });
}

/** spec §8 and §9: titles Success and Error, 5 seconds, 3 for deleting and copying. */
export const toast = {
  success: (message: string) => show('success', 'Success', message, toastMilliseconds.usual),
  brief: (message: string) => show('success', 'Success', message, toastMilliseconds.brief),
  error: (message: string) => {
    // What fails because the session is over leads to /login, which says all there is to say.
    if (!sessionStore.over) show('error', 'Error', message, toastMilliseconds.usual);
  },
  warning: (title: string, message: string) =>
    show('warning', title, message, toastMilliseconds.usual),
};
