import { Popover } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './PanelButton.module.css';

const gap = 8;

/** Within the screen, and not over the menu beside the content that the button stands in. */
function besideMenu(opener: HTMLElement | null) {
  const menu = opener?.closest('main')?.getBoundingClientRect().left ?? 0;
  const padding = { top: gap, right: gap, bottom: gap, left: Math.max(0, menu) + gap };
  return { flip: { padding }, shift: { padding }, size: { padding: gap } };
}

/** Floats below the button that opened it. Escape and a press elsewhere close it. */
export function FloatingPanel({
  label,
  width,
  opener,
  onEscape,
  onLeave,
  children,
}: {
  label: string;
  width: number;
  /** What the button stands in: a press on that is the button's own. */
  opener: RefObject<HTMLElement | null>;
  onEscape: () => void;
  onLeave: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const [middlewares] = useState(() => besideMenu(opener.current));
  const press = useEffectEvent(({ target }: PointerEvent) => {
    const isInside = [panel, opener].some(({ current }) => current?.contains(target as Node));
    if (!isInside) onLeave();
  });
  useEffect(() => {
    const onPress = (event: PointerEvent) => press(event);
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);
  return (
    <Popover
      opened
      position="bottom-start"
      offset={4}
      width={width}
      shadow="md"
      trapFocus
      middlewares={middlewares}
      // Who opens it, and when it closes, is said above.
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      hideDetached={false}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        ref={panel}
        className={classes.panel}
        role="dialog"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.stopPropagation();
          onEscape();
        }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
