import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { bestFirst, type Choice } from './choices.ts';
import { useActiveChoice } from './use-active-choice.ts';

export type FilterSearch = {
  options: Choice[];
  value: string;
  /** What stands in the field while nobody searches: the name of what is chosen. */
  shown: string;
  onChange: (value: string) => void;
  /** Whether more options are on their way. */
  loading: boolean;
};

/** More than anybody looks through: whoever wants another one types. */
const mostShown = 200;

/** What is typed into a filter, what that finds, and what the keys do with it. */
export function useFilterSearch({ options, value, shown, onChange, loading }: FilterSearch) {
  const ref = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  // Undefined: nobody searches, and the name of what is chosen stands in the field.
  const [typed, setTyped] = useState<string>();
  const [enteredEarly, setEnteredEarly] = useState(false);

  const all = bestFirst(options, typed ?? '');
  const found = all.slice(0, mostShown);
  const preferred = typed ? found[0] : found.find((option) => option.value === value);
  const { active, move, reset } = useActiveChoice(found, typed ?? '', preferred);

  const close = () => {
    setOpened(false);
    setTyped(undefined);
    setEnteredEarly(false);
    reset();
  };
  const choose = (choice: Choice) => {
    close();
    if (choice.value !== value) onChange(choice.value);
  };
  const enter = () => {
    if (active) choose(active);
    else if (loading) setEnteredEarly(true);
  };
  // Enter was pressed before there was anything to take: what comes now is taken.
  useEffect(() => {
    if (enteredEarly && !loading) {
      setEnteredEarly(false);
      if (active) choose(active);
    }
  });
  useHighlight(ref, typed === undefined ? shown : '');

  const keys: Record<string, () => void> = {
    ArrowDown: () => (opened ? move(1) : setOpened(true)),
    ArrowUp: () => (opened ? move(-1) : setOpened(true)),
    Enter: () => (opened ? enter() : setOpened(true)),
    ...(opened && { Escape: close }),
  };
  const field = {
    ref,
    value: typed ?? shown,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setOpened(true);
      setEnteredEarly(false);
      setTyped(withoutName(event.currentTarget.value, typed === undefined ? shown : ''));
    },
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onClick: () => {
      setOpened(true);
      if (typed === undefined) ref.current?.select();
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      // Another window taking the focus is no reason to forget what was typed.
      if (document.activeElement !== event.currentTarget) close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (!act || event.nativeEvent.isComposing) return;
      event.preventDefault();
      act();
    },
  };
  return { opened, found, isMore: all.length > found.length, active, field, choose };
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
