import { Button } from '@mantine/core';
import { Notice } from './Notice.tsx';

/** A part of a screen that could not be loaded, and how to try once more. */
export function NotLoaded({
  message,
  retrying,
  onRetry,
}: {
  message: string;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Notice
      kind="error"
      actions={
        <Button variant="default" size="compact-sm" h={32} loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}
