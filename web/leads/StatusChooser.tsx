import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { statusText } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { ChoiceList } from '#web/ui/ChoiceList.tsx';
import { ChoicePanel } from '#web/ui/ChoicePanel.tsx';
import type { Choice } from '#web/ui/choices.ts';
import { useChoiceSearch } from '#web/ui/use-choice-search.ts';
import type { StatusField } from './EarlyStatusField.tsx';
import { leadMessages, leadName, shownOtherwiseText } from './lead-text.ts';
import badge from './StatusBadge.module.css';
import { badgeOf } from './StatusBadge.tsx';
import classes from './StatusChooser.module.css';
import { findStatuses, hasKey } from './status-choices.ts';
import { useStatusChange } from './use-status-change.ts';

/** The choices of a lead's status below a search field: only Enter or a click chooses. */
export function StatusChooser({
  lead,
  quietKeyboard,
  onReady,
  ...search
}: StatusField & {
  lead: Lead;
  /** Whoever came by a tap sees the choices first: their keyboard would cover them. */
  quietKeyboard: boolean;
  /** The search field here has taken the focus. */
  onReady: () => void;
}) {
  const changeStatus = useStatusChange();
  const { typed = '' } = search.text;
  const { found, preferred, refusal, written } = findStatuses(lead.status, typed);
  const isPresent = hasKey(lead.status ?? '');
  const take = (choice: Choice, moved: boolean) => {
    search.onClose();
    // What was written out is stored as written, what was chosen as the list has it.
    if (!isPresent(choice)) changeStatus(lead, (!moved && written) || choice.value);
  };
  const { active, field, combobox } = useChoiceSearch({
    ...search,
    found,
    preferred,
    waiting: false,
    opened: true,
    onTake: take,
  });
  return (
    <ChoicePanel width={264} label={`Change status of ${leadName(lead)}`}>
      <SearchField
        {...field}
        {...combobox}
        value={typed}
        quietKeyboard={quietKeyboard}
        onReady={onReady}
      />
      <ChoiceList
        id={search.listId}
        label="Statuses"
        choices={found}
        active={active}
        isChosen={isPresent}
        onChoose={(choice) => take(choice, true)}
        hint={({ value }) => (isShownOtherwise(lead, value) ? shownOtherwiseText : undefined)}
        mark={(choice) => <Dot status={choice.value} />}
        note={refusal}
      />
    </ChoicePanel>
  );
}

function SearchField({
  quietKeyboard,
  onReady,
  ...field
}: { value: string; quietKeyboard: boolean; onReady: () => void } & TextInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [quiet, setQuiet] = useState(quietKeyboard);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field has come
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(field.value.length, field.value.length);
    onReady();
  }, []);
  return (
    <div className={classes.search}>
      <TextInput
        {...field}
        ref={input}
        aria-label={leadMessages.searchStatuses}
        placeholder={leadMessages.searchStatuses}
        inputMode={quiet ? 'none' : 'text'}
        enterKeyHint="done"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        onPointerDown={() => setQuiet(false)}
      />
    </div>
  );
}

/** The badge of an old lead does not say New (spec §4). */
function isShownOtherwise({ created_at }: Lead, status: string): boolean {
  return badgeOf({ status, created_at }).text !== statusText(status);
}

function Dot({ status }: { status: string }) {
  const { colour } = badgeOf({ status, created_at: '' });
  return <span className={badge.dot} data-colour={colour} />;
}
