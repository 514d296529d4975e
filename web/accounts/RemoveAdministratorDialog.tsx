import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { type Administrator, passwordConfirmation } from '#contract/accounts.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { useSession } from '#web/session/session.api.ts';
import { DialogForm } from '#web/ui/DialogForm.tsx';
import { displayText } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useFocusWhenDone } from '#web/ui/use-focus-when-done.ts';
import { WithName } from '#web/ui/WithName.tsx';
import classes from './Administrators.module.css';
import { administratorMessages, removeQuestion, removeYourselfQuestion } from './account-text.ts';
import { useRefreshAdministrators, useRemoveAdministrator } from './accounts.api.ts';
import { OwnPasswordField } from './OwnPasswordField.shared.tsx';

type DialogProps = {
  administrator: Administrator | undefined;
  opened: boolean;
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
};

/** A failure leaves the dialog open for another try, unless another try would fail again. */
export function RemoveAdministratorDialog(props: DialogProps) {
  const { administrator, opened, focusAfter } = props;
  const { form, busy, onSubmit, isYou, dismiss } = useRemoval(props);
  const question = isYou ? removeYourselfQuestion : removeQuestion;
  return (
    <DialogForm
      opened={opened}
      onClose={dismiss}
      title="Remove administrator"
      hint={administrator && <WithName text={question} name={displayText(administrator.name)} />}
      submit="Remove"
      destroys
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      focusAfter={focusAfter}
    >
      {isYou && <RemovesYou />}
      <OwnPasswordField
        name="current_password"
        {...form.getInputProps('current_password')}
        data-autofocus
      />
    </DialogForm>
  );
}

function useRemoval({ administrator, opened, onClose, focusAfter }: DialogProps) {
  const removal = useRemoveAdministrator();
  const refresh = useRefreshAdministrators();
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const focus = useFocusWhenDone(opened, focusAfter);
  const isYou = administrator !== undefined && administrator.id === user?.id;
  const leave = () => {
    focus.confirm();
    onClose();
    refresh();
  };
  const part = useContractFormPart({
    schema: passwordConfirmation,
    initial: { current_password: '' },
    send: async ({ current_password }) => {
      // A second press comes while the dialog fades.
      if (!administrator || !opened) return;
      try {
        await removal.mutateAsync({ id: administrator.id, current_password });
      } catch (error) {
        if (isOutdated(error)) leave();
        throw error;
      }
      toast.brief(administratorMessages.removed);
      if (!isYou) return leave();
      // The session has gone with the account: nothing more can be asked for.
      signOut();
      navigate('/login');
    },
  });
  const dismiss = () => {
    focus.dismiss();
    onClose();
  };
  return { ...part, isYou, dismiss };
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
