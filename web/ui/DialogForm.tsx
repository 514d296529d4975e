import { Button, Group, Modal } from '@mantine/core';
import type { FormEventHandler, ReactNode, RefObject } from 'react';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import classes from './DialogForm.module.css';

/** A short form in a dialog, which cannot be lost by a click beside it nor left while it is sent. */
export function DialogForm({
  opened,
  onClose,
  title,
  hint,
  submit,
  destroys = false,
  form,
  busy,
  onSubmit,
  focusAfter,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  hint: ReactNode;
  submit: string;
  destroys?: boolean;
  form: { isDirty: () => boolean; reset: () => void };
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  focusAfter: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const close = () => {
    if (!busy) onClose();
  };
  const forget = () => {
    form.reset();
    focusIfLost(focusAfter.current);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={forget}
      title={title}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <p className={classes.hint}>{hint}</p>
        {children}
        <Group justify="flex-end" gap="xs" mt="xs" data-keep-clear>
          <Button variant="default" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" {...(destroys && { color: 'red' })} loading={busy}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
