import type { RefObject } from 'react';
import type { Lead } from '#contract/leads.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { shown } from '#web/ui/format.ts';
import classes from './DeleteLeadDialog.module.css';
import { contactOf } from './lead-text.ts';
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
      toast.brief('Lead deleted successfully');
      onClose();
      onDeleted();
    } catch (error) {
      toast.error(serverText(error) ?? 'Failed to delete lead');
      // Somebody else was quicker: there is nothing left to try.
      if (error instanceof ApiError && error.status === 404) onClose();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete Lead"
      question="Are you sure you want to delete this lead? This action cannot be undone."
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
      <dd>{shown(lead.company_name)}</dd>
      <dt>Contact</dt>
      <dd>{contactOf(lead)}</dd>
      <dt>Email</dt>
      <dd>{shown(lead.email)}</dd>
    </dl>
  );
}
