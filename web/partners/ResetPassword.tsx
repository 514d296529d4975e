import { Button, Checkbox } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { newPasswordForm, passwordConfirmation } from '#contract/accounts.ts';
import type { Partner } from '#contract/partners.ts';
import { NewPasswordField } from '#web/accounts/NewPasswordField.shared.tsx';
import { OwnPasswordField } from '#web/accounts/OwnPasswordField.shared.tsx';
import { resetHint } from '#web/accounts/reset-text.shared.ts';
import { serverFields } from '#web/lib/api-error.ts';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormGrid } from '#web/ui/FormGrid.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { WithName } from '#web/ui/WithName.tsx';
import classes from './EditPartnerPage.module.css';
import { partnerName } from './partner-name.shared.ts';
import { partnerMessages } from './partner-text.ts';
import { useResetPartnerPassword } from './partners.api.ts';

const empty = { password: '', confirmPassword: '', current_password: '' };
const withOwnPassword = newPasswordForm.and(passwordConfirmation);

export function useResetPassword({ id }: Partner) {
  const reset = useResetPartnerPassword(id);
  // Only where the server has asked for it: the specified call has the new password alone.
  const [isOwnAsked, setIsOwnAsked] = useState(false);
  // Ticked: whoever has got hold of the password may have made a token with it.
  const [revokeTokens, setRevokeTokens] = useState(true);
  const part = useContractFormPart({
    schema: isOwnAsked ? withOwnPassword : newPasswordForm,
    initial: empty,
    send: async ({ password, current_password }, answer) => {
      const confirmation = isOwnAsked && { current_password };
      await reset.mutateAsync({ password, revoke_tokens: revokeTokens, ...confirmation });
      toast.success(partnerMessages.passwordReset, answer);
      part.form.reset();
      setRevokeTokens(true);
      setIsOwnAsked(false);
    },
    takeIn: (error) => {
      if (isOwnAsked || !('current_password' in serverFields(error))) return false;
      setIsOwnAsked(true);
      return true;
    },
  });
  return { ...part, revokeTokens, setRevokeTokens, isOwnAsked };
}

export function ResetPassword({
  form,
  busy,
  onSubmit,
  revokeTokens,
  setRevokeTokens,
  isOwnAsked,
  partner,
}: ReturnType<typeof useResetPassword> & { partner: Partner }) {
  const heading = useId();
  const element = useFocusAfterOwn(isOwnAsked);
  const field = (name: keyof typeof empty) => ({ name, ...form.getInputProps(name) });
  return (
    <div className={classes.second}>
      <Card padded form>
        <form ref={element} onSubmit={onSubmit} noValidate aria-labelledby={heading}>
          <h2 id={heading} className={classes.heading}>
            Reset Password
          </h2>
          <p className={classes.text}>
            <WithName text={resetHint} name={partnerName(partner.name)} />
          </p>
          {/* Tells password managers whose password this is, so that they do not offer another. */}
          <input type="hidden" name="username" autoComplete="username" value={partner.email} />
          <FormGrid>
            <NewPasswordField {...field('password')} label="New Password" />
            <PasswordField
              {...field('confirmPassword')}
              label="Confirm New Password"
              required
              autoComplete="new-password"
            />
            {isOwnAsked && <OwnPasswordField {...field('current_password')} />}
          </FormGrid>
          <Checkbox
            name="revoke_tokens"
            label={partnerMessages.revokeTokens}
            description={partnerMessages.revokeTokensHint}
            checked={revokeTokens}
            onChange={(event) => setRevokeTokens(event.currentTarget.checked)}
            mt="xs"
            mb="md"
          />
          <Button type="submit" color="red" loading={busy} mt="xs">
            Reset Password
          </Button>
        </form>
      </Card>
    </div>
  );
}

/** The field of the own password goes once it has served: the first field takes over the focus. */
function useFocusAfterOwn(isOwnAsked: boolean) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isOwnAsked) return;
    return () => {
      const first = element.current?.elements.namedItem('password');
      if (first instanceof HTMLElement) focusIfLost(first);
    };
  }, [isOwnAsked]);
  return element;
}
