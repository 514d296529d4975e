import { Button, Group, Modal, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { counted, leftBehindText, othersText } from '../import-text.ts';

/** A deliberate choice: some rows of the file will not become leads. */
export function ImportValidDialog({
  opened,
  leads,
  leftBehind,
  leftOut: { duplicates, others },
  onConfirm,
  onClose,
  focusAfter,
}: {
  opened: boolean;
  leads: number;
  leftBehind: number;
  /** How many rows were not wanted. */
  leftOut: { duplicates: number; others: number };
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
      <Text>
        {counted(leads, 'lead')} will be stored. {leftBehindText(leftBehind)}; you can download{' '}
        {leftBehind === 1 ? 'it' : 'them'} afterwards.
        {duplicates > 0 && ` ${counted(duplicates, 'duplicate is', 'duplicates are')} skipped.`}
        {others > 0 && ` ${othersText(others, 'is', 'are')} left out.`}
      </Text>
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
