import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { newAdministrator } from '#contract/accounts.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { DialogForm } from '#web/ui/DialogForm.tsx';
import { administratorMessages } from './account-text.ts';
import { useCreateAdministrator } from './accounts.api.ts';
import { NewPasswordField } from './NewPasswordField.shared.tsx';
import { OwnPasswordField } from './OwnPasswordField.shared.tsx';

const empty = { name: '', email: '', password: '', current_password: '' };

export function AddAdministratorDialog({
  opened,
  onClose,
  focusAfter,
}: {
  opened: boolean;
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const create = useCreateAdministrator();
  const { form, busy, onSubmit } = useContractFormPart({
    schema: newAdministrator,
    initial: empty,
    send: async (values, answer) => {
      await create.mutateAsync(values);
      toast.success(administratorMessages.added, answer);
      onClose();
    },
  });
  // But for the last field none of this is about the reader, whose own details a browser would fill in.
  const field = (name: keyof typeof empty) => ({
    name,
    required: true,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title="Add administrator"
      hint={administratorMessages.hint}
      submit="Add administrator"
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      focusAfter={focusAfter}
    >
      <TextInput {...field('name')} label="Name" data-autofocus />
      <TextInput
        {...field('email')}
        label="Email"
        type="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPasswordField {...field('password')} label="Password" />
      <OwnPasswordField {...field('current_password')} />
    </DialogForm>
  );
}
