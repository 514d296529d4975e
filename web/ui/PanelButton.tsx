import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import classes from './PanelButton.module.css';

const loadPanel = () => import('./FloatingPanel.tsx');
const FloatingPanel = lazy(async () => ({ default: (await loadPanel()).FloatingPanel }));

/** A button that opens a panel below it; what the panel holds comes with its first use. */
export function PanelButton({
  label,
  text,
  icon,
  width,
  size = 'sm',
  children,
}: {
  /** What the panel is for. */
  label: string;
  /** What the button reads; without it, it is its icon. */
  text?: ReactNode;
  icon: ReactNode;
  width: number;
  size?: ButtonProps['size'];
  /** `close` gives the focus back to the button. */
  children: (close: () => void) => ReactNode;
}) {
  useLoadAhead(loadPanel);
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  const opener = {
    ref: button,
    variant: 'default',
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': opened,
    onClick: () => setOpened(!opened),
    // Once the panel is there it has the focus, and Escape is its own.
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && setOpened(false),
  };
  return (
    <div ref={place} className={classes.place}>
      {text === undefined ? (
        <ActionIcon {...opener} aria-label={label} title={label} size={36}>
          {icon}
        </ActionIcon>
      ) : (
        <Button
          {...opener}
          size={size}
          {...(size === 'compact-sm' && { h: 32 })}
          px={12}
          leftSection={icon}
          classNames={buttonClasses}
        >
          {text}
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <FloatingPanel
            label={label}
            width={width}
            opener={place}
            onEscape={close}
            onLeave={() => setOpened(false)}
          >
            {children(close)}
          </FloatingPanel>
        </Suspense>
      )}
    </div>
  );
}

const buttonClasses = { label: classes.text ?? '' };
