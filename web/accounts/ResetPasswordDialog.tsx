import type { RefObject } from 'react';
import { type Administrator, newPasswordForm, passwordConfirmation } from '#contract/accounts.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { DialogForm } from '#web/ui/DialogForm.tsx';
import { displayText } from '#web/ui/format.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { WithName } from '#web/ui/WithName.tsx';
import { administratorMessages } from './account-text.ts';
import { useResetAdministratorPassword } from './accounts.api.ts';
import { NewPasswordField } from './NewPasswordField.shared.tsx';
import { OwnPasswordField } from './OwnPasswordField.shared.tsx';
import { resetHint } from './reset-text.shared.ts';

const empty = { password: '', confirmPassword: '', current_password: '' };

const schema = newPasswordForm.and(passwordConfirmation);

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
    schema,
    initial: empty,
    send: async ({ password, current_password }, answer) => {
      await reset.mutateAsync({ password, current_password });
      toast.success(administratorMessages.passwordReset, answer);
      onClose();
    },
  });
  const field = (name: keyof typeof empty) => ({ name, ...form.getInputProps(name) });
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title="Reset password"
      hint={administrator && <WithName text={resetHint} name={displayText(administrator.name)} />}
      submit="Reset password"
      destroys
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      focusAfter={focusAfter}
    >
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
      <OwnPasswordField {...field('current_password')} />
    </DialogForm>
  );
}
