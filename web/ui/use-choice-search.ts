import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect } from 'react';
import { isComposing } from '#web/lib/is-composing.ts';
import { type Choice, optionId } from './choices.ts';
import { useActiveChoice } from './use-active-choice.ts';

/** What stands in a search field above a list of choices. */
export type SearchText = {
  /** Undefined: nobody searches. */
  typed: string | undefined;
  /** Enter was pressed before there was anything to take: what comes is taken. */
  entered: boolean;
};

export type ChoiceSearch = {
  listId: string;
  text: SearchText;
  onText: (text: SearchText) => void;
  found: Choice[];
  /** What Enter takes unless the arrow keys go elsewhere. */
  preferred: Choice | undefined;
  /** Whether choices are still on their way. */
  waiting: boolean;
  opened: boolean;
  onOpen?: () => void;
  /** `moved`: the arrow keys went to it, or it was clicked; otherwise what is typed led there. */
  onTake: (choice: Choice, moved: boolean) => void;
  /** Escape and Tab: nothing is taken, what stood there before is back. */
  onClose: () => void;
  /** The focus has gone elsewhere already. */
  onLeave: () => void;
};

/**
 * The rules of every search field above a list of choices: what is typed filters, Enter takes the best
 * match, Escape restores, and a key of an input method is the input method's.
 */
export function useChoiceSearch(search: ChoiceSearch) {
  const { listId, text, onText, found, waiting, opened, onOpen, onTake, onClose, onLeave } = search;
  const { typed = '', entered } = text;
  const { active, moved, move, reset } = useActiveChoice(found, typed, search.preferred);
  useEffect(() => {
    if (!entered || waiting) return;
    onText({ ...text, entered: false });
    if (active && typed) onTake(active, moved);
  });
  const enter = () => {
    if (active) onTake(active, moved);
    else if (waiting) onText({ ...text, entered: true });
  };
  const keys: Record<string, (() => void) | undefined> = opened
    ? { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: enter, Escape: onClose }
    : { ArrowDown: onOpen, ArrowUp: onOpen, Enter: onOpen };
  const field = {
    // The next field of the same search is told by this from any other.
    'data-search': listId,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onText({ typed: event.currentTarget.value, entered: false }),
    onKeyDown: (event: KeyboardEvent) => {
      if (isComposing(event.nativeEvent)) return;
      if (event.key === 'Tab' && opened) onClose();
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      // A key that is held down has opened the choices, and means no more than that.
      if (event.key !== 'Enter' || !event.repeat) act();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
      // Another window taking the focus is no reason to forget what was typed.
      if (document.activeElement === currentTarget) return;
      if (relatedTarget?.getAttribute('data-search') !== listId) onLeave();
    },
  };
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': opened,
    'aria-controls': opened ? listId : undefined,
    'aria-activedescendant': opened ? optionId(listId, found, active) : undefined,
    autoComplete: 'off',
    spellCheck: false,
  } as const;
  return { active, field, combobox, reset };
}
