import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconUserQuestion } from '@tabler/icons-react';
import { ApiError, isNotFound } from '#web/lib/api-error.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import classes from './LeadState.module.css';
import { contactFacts } from './lead-facts.ts';
import { leadPanelText } from './lead-panel-text.ts';

/** What stands in the place of a lead that is not there, or could not be loaded. */
export function LeadFailure({
  error,
  retrying,
  onRetry,
  onClose,
}: {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}) {
  if (isNotFound(error)) {
    return (
      <EmptyState
        icon={IconUserQuestion}
        message={leadPanelText.notThere}
        hint={leadPanelText.notThereHint}
        action={
          <Button variant="default" onClick={onClose}>
            Back to the leads
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconAlertTriangle}
      message={leadPanelText.notLoaded}
      {...(!(error instanceof ApiError) && { hint: leadPanelText.checkConnection })}
      action={
        <Button variant="default" loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

/** In the shape of what comes. */
export function LeadSkeleton() {
  return (
    <output className={classes.skeleton} data-note="later">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={classes.company}>
        <Bone width={220} />
      </div>
      <div className={classes.status}>
        <Bone width={96} />
      </div>
      {contactFacts.map(({ name }) => (
        <div key={name} className={classes.row}>
          <Bone width={72} />
          <Bone width={160} />
        </div>
      ))}
    </output>
  );
}
