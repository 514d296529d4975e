import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { newNote } from '#contract/events.ts';
import { fieldMessages } from '#contract/fields.ts';
import { serverFields, serverText } from '#web/lib/api-error.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import type { useAddNote } from './lead.api.ts';
import { useLeadDesk, useUnsavedPart } from './lead-desk.ts';
import { leadPanelText, noteReadersText } from './lead-panel-text.ts';
import classes from './NoteField.module.css';

/** What is typed, until it is sent; what cannot be sent stays. */
function useNoteDraft(note: ReturnType<typeof useAddNote>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { gone } = useLeadDesk();
  // What was refused because the lead had gone is no longer so once it is back.
  useEffect(() => {
    if (!gone) setError(undefined);
  }, [gone]);
  useUnsavedPart(text.trim() !== '');
  const send = async () => {
    if (note.isPending || gone) return;
    const checked = newNote.safeParse({ text });
    if (!checked.success) return setError(fieldMessages(checked.error).text);
    setText('');
    try {
      await note.mutateAsync(checked.data.text);
    } catch (failure) {
      // Before what has been typed since.
      setText((since) => (since ? `${text}\n${since}` : text));
      setError(serverFields(failure).text ?? serverText(failure) ?? leadPanelText.noteNotSent);
    }
  };
  const type = (next: string) => {
    setText(next);
    setError(undefined);
  };
  return { text, error, gone, type, send };
}

/** Enter is a new line, Ctrl or ⌘ with Enter sends. */
export function NoteField({ note }: { note: ReturnType<typeof useAddNote> }) {
  const { text, error, gone, type, send } = useNoteDraft(note);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape') {
      // The first Escape leaves the field, the next one the lead.
      event.stopPropagation();
      event.currentTarget.closest<HTMLElement>('[data-record]')?.focus();
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  if (gone && !text) return null;
  return (
    <form className={classes.form} data-keep-clear noValidate onSubmit={onSubmit}>
      <Textarea
        aria-label="Note"
        // By which the key finds it.
        data-note
        aria-keyshortcuts="n"
        placeholder={leadPanelText.notePlaceholder}
        description={<Hints />}
        inputWrapperOrder={['input', 'error', 'description']}
        inputContainer={(field) => (
          <div className={classes.line}>
            {field}
            {!gone && <SendButton sending={note.isPending} />}
          </div>
        )}
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        readOnly={gone}
        error={error}
        classNames={{ wrapper: classes.field ?? '', description: classes.hints ?? '' }}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </form>
  );
}

function SendButton({ sending }: { sending: boolean }) {
  return (
    <Button type="submit" loading={sending} aria-keyshortcuts="Control+Enter Meta+Enter">
      Send note
    </Button>
  );
}

/** One line from the beginning of the field to the end of the button. */
function Hints() {
  const isAdmin = useIsAdmin();
  return (
    <>
      <span>{noteReadersText(isAdmin)}</span>
      {/* The button tells its keys to whoever listens. */}
      <span className={classes.keys} aria-hidden="true">
        Ctrl+Enter or ⌘Enter
      </span>
    </>
  );
}
