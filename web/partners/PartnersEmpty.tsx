import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { noPartners } from './partner-options.ts';

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
  if (failed) return <LoadFailed message="The partners could not be loaded." onRetry={onRetry} />;
  const action = onClear ? (
    <Button variant="default" onClick={onClear}>
      Clear the search
    </Button>
  ) : (
    <Button variant="default" component={Link} to="/partners/add">
      Add a partner
    </Button>
  );
  return <EmptyState icon={IconUsersGroup} message={noPartners} action={action} />;
}
