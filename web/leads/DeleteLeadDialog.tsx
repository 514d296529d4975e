import type { RefObject } from 'react';
import type { Lead } from '#contract/leads.ts';
import { isNotFound, serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { displayText } from '#web/ui/format.ts';
import classes from './DeleteLeadDialog.module.css';
import { contactOf, leadAdded, leadMessages } from './lead-text.ts';
import { useDeleteLead } from './leads.api.ts';

/** spec §2: what is deleted is shown; a failure leaves the dialog open for another try. */
export function DeleteLeadDialog({
  lead,
  opened,
  onClose,
  onDeleted,
  focusAfter,
}: {
  lead: Lead | undefined;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const deleteLead = useDeleteLead();
  const run = async () => {
    if (!lead) return;
    try {
      await deleteLead.mutateAsync(lead.id);
      toast.brief(leadMessages.deleted, { replaces: leadAdded });
      onClose();
      onDeleted();
    } catch (error) {
      toast.error(serverText(error) ?? leadMessages.deleteFailed);
      // Somebody else has deleted it meanwhile: another try would fail again.
      if (isNotFound(error)) onClose();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete Lead"
      question={leadMessages.deleteQuestion}
      details={lead && <Facts lead={lead} />}
      onConfirm={run}
      onClose={onClose}
      focusAfter={focusAfter}
    />
  );
}

function Facts({ lead }: { lead: Lead }) {
  return (
    <dl className={classes.facts}>
      <dt>Company</dt>
      <dd dir="auto">{displayText(lead.company_name)}</dd>
      <dt>Contact</dt>
      <dd dir="auto">{contactOf(lead)}</dd>
      <dt>Email</dt>
      <dd>{displayText(lead.email)}</dd>
    </dl>
  );
}
