import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { ChoiceList } from '#web/ui/ChoiceList.tsx';
import { ChoicePanel } from '#web/ui/ChoicePanel.tsx';
import { type Choice, optionId } from '#web/ui/choices.ts';
import { useActiveChoice } from '#web/ui/use-active-choice.ts';
import { leadMessages, leadName } from './lead-text.ts';
import badge from './StatusBadge.module.css';
import { badgeOf } from './StatusBadge.tsx';
import classes from './StatusChooser.module.css';
import { findStatuses, hasKey } from './status-choices.ts';
import { useStatusChange } from './use-status-change.ts';

type Props = {
  lead: Lead;
  search: { typed: string; byTouch: boolean; enteredEarly: boolean };
  onType: (typed: string) => void;
  /** The search field here has taken the focus. */
  onReady: () => void;
  /** The focus goes back to the badge. */
  onDone: () => void;
  /** The focus has gone elsewhere already. */
  onLeave: () => void;
};

/** The choices of a lead's status below a search field: only Enter or a click chooses. */
export function StatusChooser({ lead, search, onType, onReady, onDone, onLeave }: Props) {
  const listId = useId();
  const changeStatus = useStatusChange();
  const { found, preferred, refusal } = findStatuses(lead.status, search.typed);
  const { active, move } = useActiveChoice(found, search.typed, preferred);
  const isPresent = hasKey(lead.status ?? '');
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    onDone();
    if (!isPresent(choice)) changeStatus(lead, choice.value);
  };
  const takeOver = () => {
    if (search.enteredEarly && search.typed) choose(active);
    else onReady();
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(active),
    Escape: onDone,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab goes on from the badge, not from the end of the page, where the panel hangs.
    if (event.key === 'Tab') onDone();
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== 'Enter' || !event.repeat) act();
  };
  return (
    <ChoicePanel width={264} label={`Change status of ${leadName(lead)}`}>
      <SearchField
        typed={search.typed}
        quietKeyboard={search.byTouch}
        listId={listId}
        activeId={optionId(listId, found, active)}
        onType={onType}
        onKeyDown={onKeyDown}
        onTakeOver={takeOver}
        onLeave={onLeave}
      />
      <ChoiceList
        id={listId}
        label="Statuses"
        choices={found}
        active={active}
        isChosen={isPresent}
        onChoose={choose}
        mark={(choice) => <Dot status={choice.value} />}
        note={refusal}
      />
    </ChoicePanel>
  );
}

function SearchField(field: {
  typed: string;
  /** Whoever came by a tap sees the choices first: their keyboard would cover them. */
  quietKeyboard: boolean;
  listId: string;
  activeId: string | undefined;
  onType: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onTakeOver: () => void;
  onLeave: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [quiet, setQuiet] = useState(field.quietKeyboard);
  const { onTakeOver } = field;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field has come
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(field.typed.length, field.typed.length);
    onTakeOver();
  }, []);
  return (
    <div className={classes.search}>
      <TextInput
        ref={input}
        role="combobox"
        aria-label={leadMessages.searchStatuses}
        placeholder={leadMessages.searchStatuses}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={field.listId}
        aria-activedescendant={field.activeId}
        autoComplete="off"
        spellCheck={false}
        inputMode={quiet ? 'none' : 'text'}
        enterKeyHint="done"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={field.typed}
        onPointerDown={() => setQuiet(false)}
        onChange={(event) => field.onType(event.currentTarget.value)}
        onKeyDown={field.onKeyDown}
        onBlur={(event) => {
          // Another window taking the focus is no reason to forget what was typed.
          if (document.activeElement !== event.currentTarget) field.onLeave();
        }}
      />
    </div>
  );
}

function Dot({ status }: { status: string }) {
  const { colour } = badgeOf({ status, created_at: '' });
  return <span className={badge.dot} data-colour={colour} />;
}
