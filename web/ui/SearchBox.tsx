import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isComposing } from '#web/lib/is-composing.ts';
import classes from './SearchBox.module.css';

/** Searches on Enter; the key `/` finds it by its `search` element. */
export function SearchBox({
  value,
  placeholder,
  label,
  onSearch,
  instant = false,
  typed,
  results,
  onDown,
}: {
  value: string;
  placeholder: string;
  label: string;
  onSearch: (text: string) => void;
  /** Searches with every letter: for lists that are searched in the browser. */
  instant?: boolean;
  /** Keeps what stands in the field, also before it is searched for. */
  typed?: RefObject<string>;
  /** What the list shows: with anything else in it, the field says again what was searched for. */
  results?: string;
  /** The arrow down goes on to what is found for the text, which may not have been searched for yet. */
  onDown?: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const textsOnTheWay = useRef<string[]>([]);
  useEffect(() => {
    if (typed) typed.current = text;
  }, [typed, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are an occasion too
  useEffect(() => {
    // The address follows a moment after each letter: a text that was typed here must not come back
    // over what has been typed since. Any other text, as after the back button, is taken over.
    const position = textsOnTheWay.current.lastIndexOf(value);
    textsOnTheWay.current = position < 0 ? [] : textsOnTheWay.current.slice(position + 1);
    if (position < 0) setText(value);
  }, [value, results]);
  const type = (next: string) => {
    setText(next);
    if (!instant) return;
    textsOnTheWay.current.push(next);
    onSearch(next);
  };
  const clear = () => {
    setText('');
    onSearch('');
    input.current?.focus();
  };
  // What is pressed next is a key of the portal again, not a letter.
  const leave = () => {
    input.current?.blur();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <search className={classes.search}>
      <TextInput
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        styles={{ input: { textOverflow: 'ellipsis' } }}
        value={text}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter') onSearch(text.trim());
          if (event.key === 'Escape' && text === value) leave();
          if (event.key !== 'ArrowDown' || !onDown) return;
          event.preventDefault();
          onDown(text.trim());
        }}
      />
    </search>
  );
}
