import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { newView } from '#contract/views.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import classes from './Views.module.css';
import { viewMessages } from './view-text.ts';

const schema = newView.pick({ name: true });

/** Asks for the name of a view; a name that is taken is told at the field. */
export function ViewNameForm({
  name,
  submit,
  onSave,
  onCancel,
  children,
}: {
  name: string;
  submit: string;
  onSave: (name: string) => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const { form, busy, onSubmit } = useContractFormPart({
    schema,
    initial: { name },
    send: (values) => onSave(values.name.trim()),
    failure: (error) => serverText(error) ?? viewMessages.failed,
    fieldsOf: conflictAtName,
  });
  return (
    <form
      onSubmit={onSubmit}
      noValidate
      className={classes.form}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <TextInput
        ref={input}
        label="Name"
        name="name"
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {children}
      <div className={classes.ends}>
        <Button type="submit" size="compact-sm" h={32} loading={busy}>
          {submit}
        </Button>
        <Button variant="default" size="compact-sm" h={32} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function conflictAtName(error: unknown): Record<string, string> {
  const text = serverText(error);
  return error instanceof ApiError && error.status === 409 && text ? { name: text } : {};
}
