import type { RefObject } from 'react';
import type { Partner } from '#contract/partners.ts';
import { isNotFound, serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { WithName } from '#web/ui/WithName.tsx';
import { partnerName } from './partner-name.shared.ts';
import { deletePartnerQuestion, partnerMessages } from './partner-text.ts';
import { useDeletePartner } from './partners.api.ts';

/** spec §2; a failure leaves the dialog open for another try. */
export function DeletePartnerDialog({
  partner,
  opened,
  onClose,
  focusAfter,
}: {
  partner: Partner | undefined;
  opened: boolean;
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const deletePartner = useDeletePartner();
  const run = async () => {
    if (!partner) return;
    try {
      await deletePartner.mutateAsync(partner.id);
      toast.brief(partnerMessages.deleted);
      onClose();
    } catch (error) {
      toast.error(serverText(error) ?? partnerMessages.deleteFailed);
      // Somebody else has deleted them meanwhile: another try would fail again.
      if (isNotFound(error)) onClose();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete Partner"
      question={
        partner && <WithName text={deletePartnerQuestion} name={partnerName(partner.name)} />
      }
      onConfirm={run}
      onClose={onClose}
      focusAfter={focusAfter}
    />
  );
}
