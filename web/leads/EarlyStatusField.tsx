import { useEffect, useRef } from 'react';
import { type ChoiceSearch, useChoiceSearch } from '#web/ui/use-choice-search.ts';
import { leadMessages } from './lead-text.ts';
import classes from './StatusChooser.module.css';

export type StatusField = Pick<ChoiceSearch, 'listId' | 'text' | 'onText' | 'onClose' | 'onLeave'>;

const noneYet = { found: [], preferred: undefined, waiting: true, opened: true, onTake: () => {} };

/** Takes what is typed until the choices, with their own field, are here. */
export function EarlyStatusField(search: StatusField) {
  const input = useRef<HTMLInputElement>(null);
  const { field } = useChoiceSearch({ ...search, ...noneYet });
  useEffect(() => {
    const end = input.current?.value.length ?? 0;
    input.current?.setSelectionRange(end, end);
  }, []);
  return (
    <input
      {...field}
      ref={input}
      className={classes.early}
      aria-label={leadMessages.searchStatuses}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: whoever has opened the choices types into them
      autoFocus
      value={search.text.typed}
    />
  );
}
