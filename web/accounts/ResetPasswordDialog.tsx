import { Button, Group, Modal } from '@mantine/core';
import type { RefObject } from 'react';
import type { Administrator } from '#contract/accounts.ts';
import { resetPasswordForm } from '#contract/partners.ts';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { WithName } from '#web/ui/WithName.tsx';
import classes from './Administrators.module.css';
import { administratorMessages, resetHint } from './account-text.ts';
import { useResetAdministratorPassword } from './accounts.api.ts';
import { NewPasswordField } from './NewPasswordField.shared.tsx';

const empty = { password: '', confirmPassword: '' };

/** What Edit Partner asks for a partner's password, for another administrator's. */
export function ResetPasswordDialog({
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
  const reset = useResetAdministratorPassword(administrator?.id ?? '');
  const { form, busy, onSubmit } = useContractFormPart({
    schema: resetPasswordForm,
    initial: empty,
    send: async ({ password }, answer) => {
      await reset.mutateAsync(password);
      toast.success(administratorMessages.passwordReset, answer);
      onClose();
    },
  });
  const close = () => {
    if (!busy) onClose();
  };
  const forget = () => {
    form.reset();
    focusIfLost(focusAfter.current);
  };
  const field = (name: keyof typeof empty) => ({ name, ...form.getInputProps(name) });
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={forget}
      title="Reset password"
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <p className={classes.hint}>
          {administrator && <WithName text={resetHint} name={administrator.name} />}
        </p>
        {/* Tells password managers whose password this is, so that they do not offer another. */}
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={administrator?.email ?? ''}
        />
        <NewPasswordField {...field('password')} label="New password" data-autofocus />
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm new password"
          required
          autoComplete="new-password"
        />
        <Group justify="flex-end" gap="xs" mt="xs" data-keep-clear>
          <Button variant="default" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={busy}>
            Reset password
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
