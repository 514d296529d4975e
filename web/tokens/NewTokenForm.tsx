import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import { Notice } from '#web/ui/Notice.tsx';

/** The browser itself asks for a name that is left out. */
export function NewTokenForm({
  form,
  busy,
  error,
  onSubmit,
  onCancel,
}: {
  form: UseFormReturnType<{ name: string; description: string }>;
  busy: boolean;
  error: unknown;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  onCancel: () => void;
}) {
  const reason = conflictText(error);
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {reason && <Notice kind="error">{reason}</Notice>}
        <TextInput
          label="Token Name"
          // Under the field, where an error takes its place without moving the rest.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={
            !form.errors.name && 'Which system will use it, such as “Website contact form”'
          }
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description (Optional)"
          rows={3}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Create
        </Button>
      </Group>
    </form>
  );
}

/** The toast says that it failed; this is why, where there is something to do about it. */
function conflictText(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? serverText(error) : undefined;
}
