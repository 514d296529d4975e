import type { TextInputProps } from '@mantine/core';
import { passwordMinLength } from '#contract/limits.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import classes from './NewPasswordField.module.css';

const rules = `At least ${passwordMinLength} characters: an uppercase and a lowercase letter, a number and a special character; nothing common or personal.`;

/** A password to be set: its rules stay below it, where an error says which of them is broken. */
export function NewPasswordField(props: TextInputProps & { label: string }) {
  return (
    <PasswordField
      {...props}
      required
      autoComplete="new-password"
      description={rules}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      className={classes.field}
      mih="var(--room)"
    />
  );
}
