import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { isComposing } from '#web/lib/is-composing.ts';
import { Conflict } from './Conflict.tsx';
import classes from './EditableValue.module.css';
import { useLeadDesk } from './lead-desk.ts';
import type { LeadFact } from './lead-facts.ts';
import type { useCorrection } from './use-correction.ts';

/** The field that stands in the place of a value while it is corrected. */
export function ValueEditor({
  fact,
  correction,
  onSave,
  onSaveMine,
  onCancel,
}: {
  fact: LeadFact;
  correction: ReturnType<typeof useCorrection>;
  /** `step`: where the focus goes once it is stored. */
  onSave: (step: -1 | 0 | 1) => void;
  onSaveMine: () => void;
  onCancel: () => void;
}) {
  const { draft, theirs, type } = correction;
  const { gone } = useLeadDesk();
  const conflictId = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const key = keyOf(event, fact.long === true);
    if (key === undefined) return;
    // What else hears of Escape would close the lead.
    event.preventDefault();
    event.stopPropagation();
    if (key === 'restore') onCancel();
    else onSave(key);
  };
  const common = {
    ref: field,
    value: draft?.text ?? '',
    error: draft?.error,
    readOnly: gone || (draft?.saving ?? false),
    'aria-label': fact.label,
    'aria-busy': draft?.saving ?? false,
    ...(theirs && { 'aria-describedby': conflictId }),
    'data-field': fact.name,
    // What a browser knows of its user is not what a lead is about.
    autoComplete: 'off',
    onKeyDown,
  };
  return (
    <div className={classes.editor}>
      <div className={classes.line}>
        {fact.long ? (
          <Textarea
            {...common}
            className={classes.field ?? ''}
            autosize
            minRows={3}
            maxRows={12}
            onChange={(event) => type(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            {...common}
            {...fact.hints}
            className={classes.field ?? ''}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
        {!theirs && !gone && (
          <EditorButtons
            fact={fact}
            saving={draft?.saving ?? false}
            onSave={() => onSave(0)}
            onCancel={onCancel}
          />
        )}
      </div>
      {theirs && (
        <Conflict
          id={conflictId}
          fact={fact}
          theirs={theirs.value}
          onKeepTheirs={onCancel}
          onSaveMine={onSaveMine}
        />
      )}
    </div>
  );
}

/** For whoever has no keyboard at hand. */
function EditorButtons({
  fact: { label, long },
  saving,
  onSave,
  onCancel,
}: {
  fact: LeadFact;
  saving: boolean;
  onSave: () => void;
  onCancel: () => void;
}) {
  return (
    <span className={classes.buttons}>
      <ActionIcon
        aria-label={`Save ${label}`}
        title={long ? 'Save (Ctrl+Enter or ⌘Enter)' : 'Save (Enter)'}
        loading={saving}
        onClick={onSave}
      >
        <IconCheck size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={`Cancel editing ${label}`} title="Cancel (Escape)" onClick={onCancel}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}

/** What a key does to what is typed; a text of several lines needs Enter for itself. */
function keyOf(event: KeyboardEvent, long: boolean): 'restore' | -1 | 0 | 1 | undefined {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  if (key === 'Escape') return 'restore';
  if (key === 'Tab') return shiftKey ? -1 : 1;
  if (key !== 'Enter') return undefined;
  return !long || ctrlKey || metaKey ? 0 : undefined;
}
