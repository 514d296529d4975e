import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { Administrator } from '#contract/accounts.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useSession } from '#web/session/session.api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { WithName } from '#web/ui/WithName.tsx';
import classes from './Administrators.module.css';
import { administratorMessages, removeQuestion } from './account-text.ts';
import { useRefreshAdministrators, useRemoveAdministrator } from './accounts.api.ts';

/** A failure leaves the dialog open for another try, unless another try would fail again. */
export function RemoveAdministratorDialog({
  administrator,
  opened,
  onClose,
  focusAfter,
}: {
  administrator: Administrator | undefined;
  opened: boolean;
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const removal = useRemoveAdministrator();
  const refresh = useRefreshAdministrators();
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const isYou = administrator !== undefined && administrator.id === user?.id;
  const run = async () => {
    if (!administrator) return;
    try {
      await removal.mutateAsync(administrator.id);
      toast.brief(administratorMessages.removed);
      if (!isYou) {
        onClose();
        refresh();
        return;
      }
      // The session has gone with the account: nothing more can be asked for.
      signOut();
      navigate('/login');
    } catch (error) {
      toast.error(serverText(error) ?? administratorMessages.removeFailed);
      if (!isOutdated(error)) return;
      onClose();
      refresh();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove administrator"
      question={administrator && <WithName text={removeQuestion} name={administrator.name} />}
      details={isYou && <RemovesYou />}
      confirm="Remove"
      onConfirm={run}
      onClose={onClose}
      focusAfter={focusAfter}
    />
  );
}

/** Somebody else has removed them, or everyone else, meanwhile. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}

function RemovesYou() {
  return (
    <div className={classes.removesYou}>
      <Notice kind="warning" quiet>
        {administratorMessages.removesYou}
      </Notice>
    </div>
  );
}
