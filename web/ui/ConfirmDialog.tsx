import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { useFocusWhenDone } from './use-focus-when-done.ts';

/** Asks before something is destroyed; stays open and busy until it is done. */
export function ConfirmDialog({
  opened,
  title,
  question,
  details,
  confirm = 'Delete',
  onConfirm,
  onClose,
  focusAfter,
}: {
  opened: boolean;
  title: string;
  question: ReactNode;
  details?: ReactNode;
  confirm?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** Where the focus goes once it was confirmed, if what opened the dialog stood in no table or record. */
  focusAfter?: RefObject<HTMLElement | null>;
}) {
  const [busy, setBusy] = useState(false);
  useKeepFocus(busy);
  const isRunning = useRef(false);
  const focus = useFocusWhenDone(opened, focusAfter);
  const run = async () => {
    // A second press comes before the button is off, or while the dialog fades.
    if (isRunning.current || !opened) return;
    isRunning.current = true;
    focus.confirm();
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  const close = () => {
    if (!isRunning.current) focus.dismiss();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={() => focusIfLost(focusAfter?.current)}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{question}</Text>
      {details}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={busy} onClick={run}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
