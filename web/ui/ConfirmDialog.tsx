import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';

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
  /** Where the focus goes if what opened the dialog is gone with what was destroyed. */
  focusAfter?: RefObject<HTMLElement | null>;
}) {
  const [busy, setBusy] = useState(false);
  useKeepFocus(busy);
  const run = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => focusIfLost(focusAfter?.current)}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{question}</Text>
      {details}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={busy} onClick={run}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
