import { type ComponentProps, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import type { Lead } from '#contract/leads.ts';
import { leadName } from '../lead-text.ts';
import { manyMessages } from './many-text.ts';
import classes from './SelectBox.module.css';
import { isSelected, stateOfPage } from './selection.ts';
import { useSelection } from './selection-context.ts';

/** In front of a lead's company. With Shift, all from the one that was ticked last. */
export function SelectLead({ lead }: { lead: Lead }) {
  const { selection, count, toggle } = useSelection();
  const withShift = useRef(false);
  const remember = (event: MouseEvent | KeyboardEvent) => {
    withShift.current = event.shiftKey;
    // Otherwise the browser would highlight the text between the two presses.
    if (event.type === 'mousedown' && event.shiftKey) event.preventDefault();
  };
  return (
    <Box
      aria-label={`Select ${leadName(lead)}`}
      checked={isSelected(selection, lead.id)}
      always={count > 0}
      data-select={lead.id}
      onPress={remember}
      onKeyDown={remember}
      onChange={() => {
        toggle(lead.id, withShift.current);
        withShift.current = false;
      }}
    />
  );
}

/** In front of the head of their column: all of the page. */
export function SelectPage() {
  const { selection, count, page, togglePage } = useSelection();
  const state = stateOfPage(selection, page);
  return (
    <Box
      ref={(input) => {
        if (input) input.indeterminate = state === 'some';
      }}
      aria-label={manyMessages.selectPage}
      checked={state === 'all'}
      disabled={page.length === 0}
      always={count > 0}
      onChange={togglePage}
    />
  );
}

/** `always`: it shows without being pointed at. The press opens nothing else. */
function Box({
  always,
  onPress,
  ...input
}: ComponentProps<'input'> & { always: boolean; onPress?: (event: MouseEvent) => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the checkbox in it
    <label
      className={classes.place}
      data-always={always || undefined}
      onMouseDown={onPress}
      onClick={(event) => event.stopPropagation()}
    >
      <input type="checkbox" className={classes.box} {...input} />
    </label>
  );
}
