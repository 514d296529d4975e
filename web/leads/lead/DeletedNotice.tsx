import { Button } from '@mantine/core';
import type { LeadEvent } from '#contract/events.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useIsAdmin, useSession } from '#web/session/session.api.ts';
import { exactDate, shortDate } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useRestoreLead } from './lead.api.ts';
import { leadPanelText, nameOf } from './lead-panel-text.ts';

/** A deleted lead says so, and an administrator can bring it back. */
export function DeletedNotice({ lead, events }: { lead: LeadDetails; events: LeadEvent[] }) {
  const isAdmin = useIsAdmin();
  const { user } = useSession();
  const restoreLead = useRestoreLead();
  const by = nameOf(events.findLast(({ kind }) => kind === 'deleted')?.by ?? null, user?.id);
  const restore = async () => {
    try {
      await restoreLead.mutateAsync(lead.id);
      toast.success(leadPanelText.restored);
    } catch (error) {
      toast.error(serverText(error) ?? leadPanelText.restoreFailed);
    }
  };
  return (
    <Notice
      kind="warning"
      quiet
      actions={
        isAdmin && (
          <Button
            variant="default"
            size="compact-sm"
            h={32}
            loading={restoreLead.isPending}
            onClick={restore}
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
    </Notice>
  );
}
