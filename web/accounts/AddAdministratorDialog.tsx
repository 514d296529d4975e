import { Button, Group, Modal, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { newAdministrator } from '#contract/accounts.ts';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import classes from './Administrators.module.css';
import { administratorMessages } from './account-text.ts';
import { useCreateAdministrator } from './accounts.api.ts';
import { NewPasswordField } from './NewPasswordField.shared.tsx';

const empty = { name: '', email: '', password: '' };

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
  const close = () => {
    if (!busy) onClose();
  };
  const forget = () => {
    form.reset();
    focusIfLost(focusAfter.current);
  };
  // None of this is about the reader, whose own details a browser would fill in.
  const field = (name: keyof typeof empty) => ({
    name,
    required: true,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={forget}
      title="Add administrator"
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <p className={classes.hint}>{administratorMessages.hint}</p>
        <TextInput {...field('name')} label="Name" data-autofocus />
        <TextInput
          {...field('email')}
          label="Email"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField {...field('password')} label="Password" />
        <Group justify="flex-end" gap="xs" mt="xs" data-keep-clear>
          <Button variant="default" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Add administrator
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
