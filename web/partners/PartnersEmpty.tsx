import { Button } from '@mantine/core';
import { IconAlertTriangle, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { partnerMessages } from './partner-text.ts';

/** No partners: because there are none, because of the search, or because the server failed. */
export function PartnersEmpty({
  failed,
  onRetry,
  onClear,
}: {
  failed: boolean;
  onRetry: () => void;
  onClear: (() => void) | undefined;
}) {
  if (failed) {
    const again = (
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    );
    return (
      <EmptyState
        icon={IconAlertTriangle}
        message="The partners could not be loaded."
        action={again}
      />
    );
  }
  const action = onClear ? (
    <Button variant="default" onClick={onClear}>
      Clear the search
    </Button>
  ) : (
    <Button variant="default" component={Link} to="/partners/add">
      Add a partner
    </Button>
  );
  return <EmptyState icon={IconUsersGroup} message={partnerMessages.none} action={action} />;
}
