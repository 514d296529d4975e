import { Modal } from '@mantine/core';
import { type RefObject, useState } from 'react';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { newToken } from '#contract/tokens.ts';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { useUnsavedWarning } from '#web/lib/use-unsaved-warning.ts';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { NewTokenForm } from './NewTokenForm.tsx';
import { TokenOnce } from './TokenOnce.tsx';
import { tokenFailure, tokenSuccess } from './token-text.shared.ts';
import { useCreateToken } from './tokens.api.ts';

type Created = ResponseOf<typeof routes.createToken>;

/** spec §2: name and description first, then the token, this once. */
export function CreateTokenDialog({
  opened,
  onClose,
  focusAfter,
}: {
  opened: boolean;
  onClose: () => void;
  /** Where the focus goes if the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const [created, setCreated] = useState<Created>();
  const create = useCreateToken();
  const { form, busy, onSubmit } = useContractFormPart({
    schema: newToken,
    initial: { name: '', description: '' },
    failure: (error) => tokenFailure('create', error),
    send: async (values, answer) => {
      setCreated(await create.mutateAsync(values));
      toast.success(tokenSuccess.created, answer);
    },
  });
  const { blocker } = useUnsavedWarning(opened && created !== undefined);
  // A token that is on its way or on the screen would be lost with the dialog.
  const mustStayOpen = busy || created !== undefined;
  const close = () => {
    if (!busy) onClose();
  };
  const forget = () => {
    setCreated(undefined);
    create.reset();
    form.reset();
    focusIfLost(focusAfter.current);
  };
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        onExitTransitionEnd={forget}
        title={created ? 'Your new token' : 'Create Token'}
        closeOnEscape={!mustStayOpen}
        closeOnClickOutside={!mustStayOpen && !form.isDirty()}
        withCloseButton={!mustStayOpen}
        closeButtonProps={{ 'aria-label': 'Close' }}
        size={created ? 'lg' : 'md'}
      >
        {created ? (
          <TokenOnce token={created.token} tokenId={created.token_id} onDone={close} />
        ) : (
          <NewTokenForm
            form={form}
            busy={busy}
            error={create.error}
            onSubmit={onSubmit}
            onCancel={close}
          />
        )}
      </Modal>
      <UnsavedDialog
        blocker={blocker}
        title="Leave without the token?"
        text="The token on this page is shown only once. If you have not copied it yet, it is lost."
      />
    </>
  );
}
