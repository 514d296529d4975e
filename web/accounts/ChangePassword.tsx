import { Button } from '@mantine/core';
import { useId } from 'react';
import { newPasswordForm, passwordChange, type User } from '#contract/accounts.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { passwordWarnings } from '#web/session/password-warning.shared.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormGrid } from '#web/ui/FormGrid.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import classes from './AccountPage.module.css';
import { accountMessages } from './account-text.ts';
import { useChangePassword, useSessions } from './accounts.api.ts';
import { NewPasswordField } from './NewPasswordField.shared.tsx';

const empty = { current_password: '', password: '', confirmPassword: '' };

/** What the form asks beyond what the server is sent: the new password once more. */
const schema = passwordChange.and(newPasswordForm);

function useChangePasswordForm(user: User) {
  const change = useChangePassword();
  const { data: sessions } = useSessions();
  const part = useContractForm({
    schema,
    initial: empty,
    send: async ({ current_password, password }, answer) => {
      const hadOthers = sessions?.some(({ current }) => !current);
      await change.mutateAsync({ current_password, password });
      passwordWarnings.forget(user.id);
      toast.success(
        hadOthers ? accountMessages.passwordChangedEverywhere : accountMessages.passwordChanged,
        answer,
      );
      part.form.reset();
    },
  });
  return part;
}

/** One's own password; the current one is asked, so that an open screen is not enough to take it. */
export function ChangePassword({ user }: { user: User }) {
  const { form, busy, blocker, onSubmit } = useChangePasswordForm(user);
  const heading = useId();
  const field = (name: keyof typeof empty) => ({ name, ...form.getInputProps(name) });
  return (
    <Card padded form>
      <form onSubmit={onSubmit} noValidate aria-labelledby={heading}>
        <h2 id={heading} className={classes.heading}>
          Change password
        </h2>
        <p className={classes.text}>{accountMessages.passwordHint}</p>
        {/* Tells password managers whose password this is, so that they do not offer another. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        <FormGrid>
          <PasswordField
            {...field('current_password')}
            className={classes.current}
            label="Current password"
            required
            autoComplete="current-password"
          />
          <NewPasswordField {...field('password')} label="New password" />
          <PasswordField
            {...field('confirmPassword')}
            label="Confirm new password"
            required
            autoComplete="new-password"
          />
        </FormGrid>
        <Button type="submit" loading={busy} mt="xs" data-keep-clear>
          Change password
        </Button>
      </form>
      <UnsavedDialog blocker={blocker} />
    </Card>
  );
}
