import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { Notice } from './Notice.tsx';

/** A question beside what it is about, where a dialog would be too much. Escape is a no. */
export function AskInPlace({
  question,
  confirm,
  busy,
  onConfirm,
  onCancel,
}: {
  question: ReactNode;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const questionId = useId();
  useKeepFocus(busy);
  // On the answer that changes nothing: a second Enter must not confirm.
  useEffect(() => cancelButton.current?.focus(), []);
  const actions = (
    <Group gap="xs" wrap="nowrap">
      <Button ref={cancelButton} variant="default" size="compact-sm" h={32} onClick={onCancel}>
        Cancel
      </Button>
      <Button color="red" size="compact-sm" h={32} loading={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </Group>
  );
  return (
    <fieldset
      className="plain-group"
      aria-labelledby={questionId}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Notice kind="warning" quiet actions={actions}>
        <p id={questionId}>{question}</p>
      </Notice>
    </fieldset>
  );
}
