import type { TextInputProps } from '@mantine/core';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { ownPasswordHint } from './account-text.ts';

/** The reader's own, beside what is about somebody else: it shows who is at the screen. */
export function OwnPasswordField(props: TextInputProps) {
  return (
    <PasswordField
      {...props}
      label="Your password"
      description={ownPasswordHint}
      required
      autoComplete="current-password"
    />
  );
}
