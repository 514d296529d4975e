import { CloseButton } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import classes from './Filters.module.css';
import type { Chip } from './filter-chips.ts';
import type { LeadsAddress } from './leads-address.ts';

/** Which filters are on; the cross of each takes it off. */
export function FilterChips({
  chips,
  onChange,
  focusAfter,
  children,
}: {
  chips: Chip[];
  onChange: (part: Partial<LeadsAddress>) => void;
  /** What takes the focus when the last one goes. */
  focusAfter: RefObject<HTMLElement | null>;
  /** What takes all of them off. */
  children: ReactNode;
}) {
  const remove = (button: HTMLElement, { without }: Chip) => {
    const crosses = [...(button.closest('ul')?.querySelectorAll('button') ?? [])];
    const position = crosses.indexOf(button as HTMLButtonElement);
    (crosses[position + 1] ?? crosses[position - 1] ?? focusAfter.current)?.focus();
    onChange(without);
  };
  return (
    <div className={classes.line}>
      <ul className={classes.chips} aria-label="Filters that are on">
        {chips.map((chip) => (
          <li key={chip.key} className={classes.chip}>
            <span className={classes.chipText} title={chip.text} dir="auto">
              {chip.text}
            </span>
            <CloseButton
              size={24}
              aria-label={`Remove filter ${chip.text}`}
              onClick={(event) => remove(event.currentTarget, chip)}
            />
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
