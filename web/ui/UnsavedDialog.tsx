import { Button, Group, Modal, Text } from '@mantine/core';
import type { Blocker } from 'react-router';

/** Asks before unsaved input is lost; a screen with more at stake than input says so itself. */
export function UnsavedDialog({
  blocker,
  title = 'Leave without saving?',
  text = 'What you have entered on this page has not been saved and will be lost.',
}: {
  blocker: Blocker;
  title?: string;
  text?: string;
}) {
  const blocked = blocker.state === 'blocked';
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocked}
      onClose={stay}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{text}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={stay} data-autofocus>
          Stay on this page
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}
