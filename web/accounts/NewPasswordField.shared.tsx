import type { TextInputProps } from '@mantine/core';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { accountMessages } from './account-text.ts';
import classes from './NewPasswordField.module.css';

/** A password to be set: its rules stay below it, where an error says which of them is broken. */
export function NewPasswordField(props: TextInputProps & { label: string }) {
  return (
    <PasswordField
      {...props}
      required
      autoComplete="new-password"
      description={accountMessages.passwordRules}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      className={classes.field}
      mih="var(--room)"
    />
  );
}
