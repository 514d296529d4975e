import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { isComposing } from '#web/lib/is-composing.ts';
import { Conflict } from './Conflict.tsx';
import classes from './EditableValue.module.css';
import { useLeadDesk } from './lead-desk.ts';
import type { LeadFact } from './lead-facts.ts';
import type { useCorrection } from './use-correction.ts';

type Editing = {
  fact: LeadFact;
  correction: ReturnType<typeof useCorrection>;
  /** `step`: where the focus goes once it is stored. */
  onSave: (step: -1 | 0 | 1) => void;
  onSaveMine: () => void;
  onCancel: () => void;
};

/** The field that stands in the place of a value while it is corrected. */
export function ValueEditor({ fact, correction, onSave, onSaveMine, onCancel }: Editing) {
  const { draft, theirs } = correction;
  const { gone } = useLeadDesk();
  const conflictId = useId();
  return (
    <div className={classes.editor}>
      <div className={classes.line}>
        <EditorField
          fact={fact}
          correction={correction}
          describedBy={theirs && conflictId}
          onSave={onSave}
          onCancel={onCancel}
        />
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

/** Has the focus, with all of its text selected, and hears the keys that save and restore. */
function EditorField({
  fact,
  correction: { draft, type },
  describedBy,
  onSave,
  onCancel,
}: Pick<Editing, 'fact' | 'correction' | 'onSave' | 'onCancel'> & {
  describedBy: string | undefined;
}) {
  const { gone } = useLeadDesk();
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
    className: classes.field ?? '',
    value: draft?.text ?? '',
    error: draft?.error,
    readOnly: gone || (draft?.saving ?? false),
    'aria-label': fact.label,
    'aria-busy': draft?.saving ?? false,
    ...(describedBy && { 'aria-describedby': describedBy }),
    'data-field': fact.name,
    // What a browser knows of its user is not what a lead is about.
    autoComplete: 'off',
    onKeyDown,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      type(event.currentTarget.value),
  };
  return fact.long ? (
    <Textarea {...common} autosize minRows={3} maxRows={12} />
  ) : (
    <TextInput {...common} {...fact.hints} />
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
