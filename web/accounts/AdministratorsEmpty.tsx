import { Button } from '@mantine/core';
import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { administratorMessages } from './account-text.ts';

/** Whoever reads this is an administrator, so that an empty list is most likely one that failed. */
export function AdministratorsEmpty({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const again = (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <EmptyState
      icon={failed ? IconAlertTriangle : IconShieldLock}
      message={failed ? administratorMessages.notLoaded : administratorMessages.none}
      action={again}
    />
  );
}
