import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

/** In the place of what could not be loaded: that it could not, and how to try once more. */
export function LoadFailed({
  message,
  hint,
  retrying = false,
  onRetry,
}: {
  message: string;
  hint?: string | undefined;
  retrying?: boolean;
  onRetry: () => void;
}) {
  return (
    <EmptyState
      icon={IconAlertTriangle}
      message={message}
      {...(hint !== undefined && { hint })}
      action={
        <Button variant="default" loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
