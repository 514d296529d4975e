import { VisuallyHidden } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { Bone } from '#web/ui/Bone.tsx';
import { RecordFailed } from '#web/ui/RecordFailed.tsx';
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
  return (
    <RecordFailed
      query={query}
      icon={IconBuildingStore}
      text={companyPanelText}
      backText="Back to the live companies"
      onClose={onClose}
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
