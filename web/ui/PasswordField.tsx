import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';

/** A password that can be shown; the button says in words what it will do, and to which field. */
export function PasswordField({ label, ...props }: TextInputProps & { label: string }) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? IconEyeOff : IconEye;
  return (
    <TextInput
      {...props}
      label={label}
      type={visible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <ActionIcon
          size={28}
          aria-label={`${visible ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={18} stroke={1.75} color="var(--mantine-color-dimmed)" aria-hidden="true" />
        </ActionIcon>
      }
    />
  );
}
