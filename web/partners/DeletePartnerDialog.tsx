import type { RefObject } from 'react';
import type { Partner } from '#contract/partners.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
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
      toast.brief('Partner deleted successfully');
      onClose();
    } catch (error) {
      toast.error(serverText(error) ?? 'Failed to delete partner');
      // Somebody else was quicker: there is nothing left to try.
      if (error instanceof ApiError && error.status === 404) onClose();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete Partner"
      question={`Are you sure you want to delete ${partner?.name}? This action cannot be undone.`}
      onConfirm={run}
      onClose={onClose}
      focusAfter={focusAfter}
    />
  );
}
