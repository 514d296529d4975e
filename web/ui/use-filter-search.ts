import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { bestFirst, type Choice, firstShown } from './choices.ts';
import { type SearchText, useChoiceSearch } from './use-choice-search.ts';

export type FilterSearch = {
  options: Choice[];
  value: string;
  /** What stands in the field while nobody searches: the name of what is chosen. */
  shown: string;
  onChange: (value: string) => void;
  /** Whether more options are on their way. */
  loading: boolean;
  nothingFound: string;
};

const nothingTyped: SearchText = { typed: undefined, entered: false };

/** A search whose field is there all the time, and holds the name of what is chosen meanwhile. */
export function useFilterSearch({
  options,
  value,
  shown,
  onChange,
  loading,
  nothingFound,
}: FilterSearch) {
  const ref = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState(nothingTyped);
  const { typed } = text;
  const chosenText = typed === undefined ? shown : '';

  const all = useMemo(() => bestFirst(options, typed ?? ''), [options, typed]);
  const { found, note } = firstShown(all, { loading, nothingFound });
  const preferred = typed ? found[0] : found.find((option) => option.value === value);
  const close = () => {
    setOpened(false);
    setText(nothingTyped);
    reset();
  };
  const choose = (choice: Choice) => {
    close();
    if (choice.value !== value) onChange(choice.value);
  };
  const search = useChoiceSearch({
    listId,
    text,
    onText: (next) => {
      setOpened(true);
      setText({ ...next, typed: next.typed && withoutName(next.typed, chosenText) });
    },
    found,
    preferred,
    waiting: loading,
    opened,
    onOpen: () => setOpened(true),
    onTake: choose,
    onClose: close,
    onLeave: close,
  });
  const { active, reset } = search;
  useHighlight(ref, chosenText);

  const field = {
    ...search.combobox,
    ...search.field,
    ref,
    value: typed ?? shown,
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onClick: () => {
      setOpened(true);
      if (typed === undefined) ref.current?.select();
    },
  };
  return { listId, opened, found, note, active, field, choose };
}

/** What is chosen, by whichever key or click, is highlighted again, so that typing replaces it. */
function useHighlight(field: RefObject<HTMLInputElement | null>, name: string): void {
  useEffect(() => {
    if (name && document.activeElement === field.current) field.current?.select();
  }, [field, name]);
}

/**
 * Letters typed into the name that stood there are the search, wherever in it they were typed:
 * browsers put a caret where a highlighted name is clicked.
 */
function withoutName(text: string, name: string): string {
  for (let before = name.length; name && before >= 0; before--) {
    const after = name.length - before;
    const isAround =
      text.startsWith(name.slice(0, before)) &&
      text.endsWith(name.slice(before)) &&
      text.length > name.length;
    if (isAround) return text.slice(before, text.length - after);
  }
  return text;
}
