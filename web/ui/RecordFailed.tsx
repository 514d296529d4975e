import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { ApiError, isNotFound } from '#web/lib/api-error.ts';
import { EmptyState } from './EmptyState.tsx';
import { LoadFailed } from './LoadFailed.tsx';

/** What stands in the place of a record that is not there, or could not be loaded. */
export function RecordFailed({
  query: { error, isFetching, refetch },
  icon,
  text,
  backText,
  onClose,
}: {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  icon: Icon;
  text: { notThere: string; notThereHint: string; notLoaded: string };
  backText: string;
  onClose: () => void;
}) {
  if (!isNotFound(error)) {
    // What the server has said is not the connection's fault.
    const hint =
      error instanceof ApiError ? undefined : 'Check your internet connection and try again.';
    return (
      <LoadFailed
        message={text.notLoaded}
        hint={hint}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      message={text.notThere}
      hint={text.notThereHint}
      action={
        <Button variant="default" onClick={onClose}>
          {backText}
        </Button>
      }
    />
  );
}
