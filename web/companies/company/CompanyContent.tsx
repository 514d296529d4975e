import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconBuildingStore } from '@tabler/icons-react';
import { ApiError, isNotFound } from '#web/lib/api-error.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { useCompany } from './company.api.ts';
import { companyPanelText } from './company-panel-text.ts';
import classes from './OpenedCompany.module.css';
import { OpenedCompany } from './OpenedCompany.tsx';

/** The company, or why it is not there, or its outline while it is on its way. */
export function CompanyContent({
  id,
  query,
  level,
  onClose,
}: {
  id: string;
  query: ReturnType<typeof useCompany>;
  level: 1 | 2;
  onClose: () => void;
}) {
  if (query.data) return <OpenedCompany key={id} opened={query.data} level={level} />;
  if (!query.isError) return <Skeleton />;
  if (isNotFound(query.error)) {
    return (
      <EmptyState
        icon={IconBuildingStore}
        message={companyPanelText.notThere}
        hint={companyPanelText.notThereHint}
        action={
          <Button variant="default" onClick={onClose}>
            Back to the live companies
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconAlertTriangle}
      message={companyPanelText.notLoaded}
      {...(!(query.error instanceof ApiError) && { hint: companyPanelText.checkConnection })}
      action={
        <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
          Try again
        </Button>
      }
    />
  );
}

/** In the shape of what comes. */
function Skeleton() {
  return (
    <output className={classes.body}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Bone width={220} />
      <Bone width={120} />
      <Bone width="80%" />
      <Bone width="60%" />
    </output>
  );
}
