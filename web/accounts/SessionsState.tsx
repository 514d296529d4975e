import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useDelayed } from '#web/ui/use-delayed.ts';
import { accountMessages } from './account-text.ts';
import classes from './SessionList.module.css';

/** Two lines in outline, while the sessions are on their way. */
export function SessionsWaiting() {
  const visible = useDelayed();
  return (
    <output>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {visible &&
        ['first', 'second'].map((name) => (
          <div key={name} className={classes.item} aria-hidden="true">
            <Skeleton height={14} width={160} mt={4} mb={10} />
            <Skeleton height={12} width={240} mb={4} />
          </div>
        ))}
    </output>
  );
}

export function SessionsFailed({ onRetry }: { onRetry: () => void }) {
  const again = (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <EmptyState
      icon={IconAlertTriangle}
      message={accountMessages.sessionsNotLoaded}
      action={again}
    />
  );
}
