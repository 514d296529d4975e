import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import classes from './ChoiceList.module.css';
import { ChoiceList } from './ChoiceList.tsx';
import { ChoicePanel } from './ChoicePanel.tsx';
import { type ChoiceSearch, useChoiceSearch } from './use-choice-search.ts';

type ListProps = Pick<ComponentProps<typeof ChoiceList>, 'isChosen' | 'hint' | 'mark' | 'note'>;

/** Choices below a search field, in a panel of their own: only Enter or a click chooses. */
export function ChoiceSearchPanel({
  label,
  listLabel,
  fieldLabel,
  isChosen,
  hint,
  mark,
  note,
  quietKeyboard,
  onReady,
  ...search
}: Omit<ChoiceSearch, 'opened' | 'onOpen'> &
  ListProps & {
    /** What the panel is for, what the list holds, and what the field asks for. */
    label: string;
    listLabel: string;
    fieldLabel: string;
    /** Whoever came by a tap sees the choices first: their keyboard would cover them. */
    quietKeyboard: boolean;
    /** The search field has taken the focus. */
    onReady?: () => void;
  }) {
  const { active, field, combobox } = useChoiceSearch({ ...search, opened: true });
  return (
    <ChoicePanel width={264} label={label}>
      <SearchField
        {...field}
        {...combobox}
        label={fieldLabel}
        value={search.text.typed ?? ''}
        quietKeyboard={quietKeyboard}
        onReady={onReady}
      />
      <ChoiceList
        id={search.listId}
        label={listLabel}
        choices={search.found}
        active={active}
        isChosen={isChosen}
        onChoose={(choice) => search.onTake(choice, true)}
        {...(hint && { hint })}
        {...(mark && { mark })}
        note={note}
      />
    </ChoicePanel>
  );
}

function SearchField({
  label,
  quietKeyboard,
  onReady,
  ...field
}: {
  label: string;
  value: string;
  quietKeyboard: boolean;
  onReady: (() => void) | undefined;
} & Omit<TextInputProps, 'label'>) {
  const input = useRef<HTMLInputElement>(null);
  const [quiet, setQuiet] = useState(quietKeyboard);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field has come
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(field.value.length, field.value.length);
    onReady?.();
  }, []);
  return (
    <div className={classes.search}>
      <TextInput
        {...field}
        ref={input}
        aria-label={label}
        placeholder={label}
        inputMode={quiet ? 'none' : 'text'}
        enterKeyHint="done"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        onPointerDown={() => setQuiet(false)}
      />
    </div>
  );
}
