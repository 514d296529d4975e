import { Button } from '@mantine/core';
import type { LeadEvent } from '#contract/events.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { useIsAdmin, useSession } from '#web/session/session.api.ts';
import { exactDate, shortDate } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useRestore } from '../use-restore.ts';
import { leadPanelText, nameOf } from './lead-panel-text.ts';

/** A deleted lead says so, and an administrator can bring it back. */
export function DeletedNotice({
  lead,
  events,
  isNews,
}: {
  lead: LeadDetails;
  events: LeadEvent[];
  /** It was deleted while it stood open. */
  isNews: boolean;
}) {
  const isAdmin = useIsAdmin();
  const { user } = useSession();
  const { restore, restoring } = useRestore();
  const by = nameOf(events.findLast(({ kind }) => kind === 'deleted')?.by ?? null, user?.id);
  return (
    <Notice
      kind="warning"
      quiet={!isNews}
      actions={
        isAdmin && (
          <Button
            variant="default"
            size="compact-sm"
            h={32}
            loading={restoring}
            onClick={() => restore(lead)}
          >
            Restore
          </Button>
        )
      }
    >
      <p title={exactDate(lead.deleted_at)}>
        Deleted on {shortDate(lead.deleted_at)}
        {by && (
          <>
            {' '}
            by <bdi>{by === 'You' ? 'you' : by}</bdi>
          </>
        )}
      </p>
      {isNews && <p>{leadPanelText.deletedHint}</p>}
    </Notice>
  );
}
