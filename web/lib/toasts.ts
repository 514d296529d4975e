import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { createElement, type ReactNode } from 'react';
import { toastMilliseconds } from '#contract/limits.ts';
import { sessionStore } from './session-store.ts';
import { ToastWithUndo } from './ToastWithUndo.tsx';

type Kind = 'success' | 'error' | 'warning' | 'news' | 'busy';
const colours = {
  success: 'green',
  error: 'red',
  warning: 'yellow',
  news: 'gray',
  busy: 'gray',
} as const;

/** More than these nobody reads: the oldest makes room for the next. */
export const mostToasts = 3;

type Options = {
  /** What the toast is about: the next one about the same replaces it, as does one that says the same. */
  about?: string | undefined;
  /** What else it makes untrue: toasts about this go too. */
  replaces?: string | undefined;
  /** Takes back what the toast tells. */
  undo?: (() => void) | undefined;
  /** Where the focus goes with what was taken back: what had it when the toast came may be gone. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  /** How long it stands where the usual time would be too short for what it offers. */
  milliseconds?: number | undefined;
  /** What stands in the place of the message, and says it too. */
  content?: ReactNode;
};

type WayBack = { undo: () => void; focusAfter: Options['focusAfter'] };

/** What can be taken back of the toasts that stand, the newest last. */
const undos = new Map<string, WayBack>();
let shownSoFar = 0;

function shownAndWaiting(): NotificationData[] {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue];
}

/** What can be taken back, and a failure of something else, is not replaced by what only reads the same. */
function isLike(one: NotificationData, says: string): boolean {
  return one['data-says'] === says && one.role !== 'alert' && !undos.has(one.id ?? '');
}

function makeRoom(says: string, ...about: (string | undefined)[]): void {
  const others = shownAndWaiting().filter(
    (one) => !about.includes(one['data-about']) && !isLike(one, says),
  );
  const kept = new Set(others.slice(1 - mostToasts));
  hide((one) => !kept.has(one));
}

function show(
  kind: Kind,
  title: string,
  message: string,
  autoClose: number | false,
  { about, replaces, undo, focusAfter, content = message }: Options = {},
): void {
  const says = `${kind} ${title} ${message}`;
  makeRoom(says, about ?? says, replaces);
  const id = `toast-${++shownSoFar}`;
  const before = document.activeElement;
  if (undo) undos.set(id, { undo, focusAfter });
  notifications.show({
    id,
    title,
    message: undo ? createElement(ToastWithUndo, { message, onUndo: () => takeBack(id) }) : content,
    autoClose,
    color: colours[kind],
    loading: kind === 'busy',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close notification' },
    // Screen readers read a failure out at once, anything else at the next pause.
    role: kind === 'error' ? 'alert' : 'status',
    'data-about': about ?? says,
    'data-says': says,
    'data-stays': autoClose === false || autoClose > toastMilliseconds.usual || undefined,
    // Whoever has tabbed into it has not finished with it.
    onFocus: () => changeDuration(id, false),
    onBlur: () => changeDuration(id, autoClose),
    onClose: () => {
      undos.delete(id);
      giveFocusBack(id, before);
    },
  });
}

function changeDuration(id: string, autoClose: number | false): void {
  notifications.updateState(notificationsStore, (all) =>
    all.map((one) => (one.id === id ? { ...one, autoClose } : one)),
  );
}

/** A toast must not take the focus with it: it goes back to where it was when the toast came. */
function giveFocusBack(id: string, before: Element | null): void {
  if (hasFocus(id) && before instanceof HTMLElement && before.isConnected) before.focus();
}

function hasFocus(id: string): boolean {
  return document.getElementById(id)?.contains(document.activeElement) ?? false;
}

function takeBack(id: string): void {
  const wayBack = undos.get(id);
  // Not every browser gives a button that is clicked the focus.
  const mayMove = hasFocus(id) || document.activeElement === document.body;
  notifications.hide(id);
  wayBack?.undo();
  if (mayMove) wayBack?.focusAfter?.()?.focus();
}

/** Takes back what the newest toast that can be taken back tells. */
export function undoNewest(): void {
  const id = [...undos.keys()].at(-1);
  if (id) takeBack(id);
}

/** spec §8 and §9: titles Success and Error, 5 seconds, 3 for deleting and copying. */
export const toast = {
  success: (message: string, options?: Options) =>
    show('success', 'Success', message, options?.milliseconds ?? toastMilliseconds.usual, options),
  brief: (message: string, options?: Pick<Options, 'replaces'>) =>
    show('success', 'Success', message, toastMilliseconds.brief, options),
  error: (message: string, options?: Pick<Options, 'about' | 'undo'>) => {
    // What fails because the session is over leads to /login, which says all there is to say.
    if (!sessionStore.over) show('error', 'Error', message, toastMilliseconds.usual, options);
  },
  warning: (title: string, message: string) =>
    show('warning', title, message, toastMilliseconds.usual),
  /** What neither succeeded nor failed. */
  news: (title: string, message: string, options: Pick<Options, 'about'>) =>
    show('news', title, message, toastMilliseconds.usual, options),
  /** Stands until what takes its time is done, and whoever began it clears it. */
  busy: (title: string, message: string, options: Required<Pick<Options, 'about' | 'content'>>) =>
    show('busy', title, message, false, options),
  /** Takes away what stands about this, where it would stand in the way of what comes. */
  clear: (about: string) => hide((one) => one['data-about'] === about),
  /** Takes away all that stands, with its ways back: it was said to somebody who has gone. */
  clearAll: () => hide(() => true),
};

function hide(isMeant: (one: NotificationData) => boolean): void {
  for (const one of shownAndWaiting()) {
    if (one.id && isMeant(one)) notifications.hide(one.id);
  }
}
