import { Button, Loader, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/accounts.ts';
import { errorText } from '#contract/protocol.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import classes from './LoginPage.module.css';
import { type LoginFailure, type LoginField, useLogin } from './use-login.ts';

export function LoginForm({
  ended,
  onSignedIn,
}: {
  /** Whether the visitor is here because their session has ended. */
  ended: boolean;
  onSignedIn: (user: User) => void;
}) {
  const { failure, signedIn, fieldsInError, busy, submit, clearFieldError } = useLogin(onSignedIn);
  const { form, alert } = useFocus(failure);
  const field = (name: LoginField) => ({
    name,
    error: fieldsInError.includes(name),
    onInput: () => clearFieldError(name),
    size: 'md',
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-busy={busy}>
      {ended && (
        <Notice kind="warning" quiet={failure !== undefined || signedIn !== undefined}>
          {errorText.sessionEnded}
        </Notice>
      )}
      <TextInput
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
      <Button
        type="submit"
        size="md"
        fullWidth
        mt={4}
        aria-disabled={busy}
        leftSection={busy && <Loader size={16} color="currentColor" aria-hidden="true" />}
      >
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
      {/* What comes with an answer stands below the button, so that nothing moves that is used. */}
      {failure && !signedIn && (
        <Notice kind="error" ref={alert} key={failure.count}>
          {failure.text}
        </Notice>
      )}
      {/* Until the portal is there, which goes on showing it. */}
      {signedIn?.warning && (
        <Notice kind="warning">
          <p dir="auto">{signedIn.warning}</p>
        </Notice>
      )}
    </form>
  );
}

/** At first on the email; after a failure on what is missing, or on the message. */
function useFocus(failure: LoginFailure | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = form.current?.elements.namedItem(failure?.missing ?? 'email');
    const target = failure && !failure.missing ? alert.current : input;
    if (target instanceof HTMLElement) target.focus();
  }, [failure]);
  return { form, alert };
}
