import { Popover } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import classes from './ChoiceList.module.css';

const withinScreen = { flip: true, shift: { padding: 8 } };

/** Floats below, or above, what it is rendered beside; open for as long as it is there. */
export function ChoicePanel({
  width,
  label,
  children,
}: {
  width: number;
  /** Where the panel holds more than a list: what it is for. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <Popover
      opened
      position="bottom-start"
      offset={4}
      width={width}
      shadow="md"
      middlewares={withinScreen}
      // Whoever opens it says when it closes, and where the focus is meanwhile.
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      hideDetached={false}
      // Until it has its place it is at the top of the screen, not of the page: the page must not scroll
      // to the field in it.
      floatingStrategy="fixed"
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={label ? classes.room : classes.panel} onMouseDown={keepFocus}>
        {label ? (
          <div role="dialog" aria-label={label} className={classes.panel}>
            {children}
          </div>
        ) : (
          children
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A press on the list, its headings or its scroll bar leaves the focus in the search field. */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
}
