import { LeadFailure, LeadSkeleton } from './LeadState.tsx';
import type { useLead } from './lead.api.ts';
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
      <LeadFailure
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => query.refetch()}
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
