import { IconUserQuestion } from '@tabler/icons-react';
import { RecordFailed } from '#web/ui/RecordFailed.tsx';
import { LeadSkeleton } from './LeadSkeleton.tsx';
import type { useLead } from './lead.api.ts';
import { leadPanelText } from './lead-panel-text.ts';
import { OpenedLead } from './OpenedLead.tsx';

/** The lead, or why it is not there, or its outline while it is on its way. */
export function LeadContent({
  id,
  opened: { query, lead, listed, gone },
  level,
  onClose,
}: {
  id: string;
  opened: ReturnType<typeof useLead>;
  level: 1 | 2;
  onClose: () => void;
}) {
  if (query.isError && !lead) {
    return (
      <RecordFailed
        query={query}
        icon={IconUserQuestion}
        text={leadPanelText}
        backText="Back to the leads"
        onClose={onClose}
      />
    );
  }
  const known = lead ?? listed;
  if (!known) return <LeadSkeleton />;
  return (
    <OpenedLead key={id} known={known} lead={lead} gone={gone} level={level} onClose={onClose} />
  );
}
