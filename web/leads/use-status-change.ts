import { statusText } from '#contract/lead-status.ts';
import { type Lead, leadChange } from '#contract/leads.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { findStatusButton } from './find-status-button.ts';
import { leadMessages, statusChangedText, statusPutBackText } from './lead-text.ts';
import { useChangeLeadStatus } from './leads.api.ts';

/** Changes a lead's status, tells whose and to what, and offers the way back. */
export function useStatusChange() {
  const { mutateAsync } = useChangeLeadStatus();

  /** What somebody else has made of it meanwhile is not taken back with one's own change. */
  const putBack = async (changed: Lead, version: number, status: string) => {
    const failure = failureFor(changed);
    try {
      await mutateAsync({ lead: changed, status, version });
      toast.success(statusPutBackText(changed, statusText(status)), {
        ...onlyOne,
        replaces: failure,
      });
    } catch (error) {
      toast.error(serverText(error) ?? leadMessages.undoFailed, { about: failure });
    }
  };

  return async (lead: Lead, status: string) => {
    const failure = failureFor(lead);
    const former = lead.status;
    const changed = { ...lead, status };
    try {
      const { version } = (await mutateAsync({ lead, status })).lead;
      const undo = isStatus(former) ? () => void putBack(changed, version, former) : undefined;
      toast.success(statusChangedText(lead, statusText(status)), {
        ...onlyOne,
        replaces: failure,
        undo,
        focusAfter: () => findStatusButton(lead),
      });
    } catch (error) {
      toast.error(serverText(error) ?? leadMessages.statusFailed, { about: failure });
    }
  };
}

/** Of several, the older ones would cover the rows that are worked on next. A failure stays to be read. */
const onlyOne = { about: 'a status that was changed' };
const failureFor = ({ id }: Lead) => `failure for ${id}`;

/** No status at all, or what none may read any more, cannot be set again. */
function isStatus(former: string | null): former is string {
  return leadChange.safeParse({ status: former }).success;
}
