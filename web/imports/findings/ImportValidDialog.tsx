import { Button, Group, Modal, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { counted } from '#web/ui/format.ts';
import { importValidText, type RowsOfFile } from './findings-text.ts';

/** A deliberate choice: some rows of the file will not become leads. */
export function ImportValidDialog({
  opened,
  leads,
  leftBehind,
  leftOut,
  onConfirm,
  onClose,
  focusAfter,
}: RowsOfFile & {
  opened: boolean;
  onConfirm: () => void;
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => focusIfLost(focusAfter.current)}
      title="Import the valid rows only?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{importValidText({ leads, leftBehind, leftOut })}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          Import {counted(leads, 'row')}
        </Button>
      </Group>
    </Modal>
  );
}
