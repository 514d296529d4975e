import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { leadMessages } from './lead-text.ts';

/** No leads: because there are none, because of the filters, or because the server failed. */
export function LeadsEmpty({
  failed,
  retrying,
  onRetry,
  onClear,
}: {
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
  onClear?: (() => void) | undefined;
}) {
  if (failed) {
    return (
      <LoadFailed message="The leads could not be loaded." retrying={retrying} onRetry={onRetry} />
    );
  }
  const action = onClear ? (
    <Button variant="default" onClick={onClear}>
      Clear the filters
    </Button>
  ) : (
    <Button variant="default" component={Link} to="/leads/add">
      Add a lead
    </Button>
  );
  return <EmptyState icon={IconUsers} message={leadMessages.none} action={action} />;
}
