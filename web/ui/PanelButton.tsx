import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import classes from './PanelButton.module.css';

const FloatingPanel = lazyPart(async () => (await import('./FloatingPanel.tsx')).FloatingPanel);

/** A button that opens a panel below it, whose code, and that of what it holds, comes ahead. */
export function PanelButton({
  label,
  text,
  icon,
  width,
  load,
  size = 'sm',
  children,
}: {
  /** What the panel is for. */
  label: string;
  /** What the button reads; without it, it is its icon. */
  text?: ReactNode;
  icon: ReactNode;
  width: number;
  /** Fetches the code of what the panel holds. */
  load: () => Promise<unknown>;
  size?: ButtonProps['size'];
  /** `close` gives the focus back to the button. */
  children: (close: () => void) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  const { isHere, loadNow } = usePanelCode(opened, load);
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
    onPointerEnter: loadNow,
    onFocus: loadNow,
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
        >
          {text}
        </Button>
      )}
      {opened && isHere && (
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

/** The code of a panel and of what it holds, both at once, and before the press where that can be. */
function usePanelCode(opened: boolean, load: () => Promise<unknown>) {
  const [isHere, setIsHere] = useState(false);
  const loadNow = useCallback(
    () => Promise.all([FloatingPanel.load(), load()]).catch(() => undefined),
    [load],
  );
  useLoadAhead(loadNow);
  // What is drawn before, React holds back for 300 ms. What could not be loaded says so once it is drawn.
  useEffect(() => {
    if (opened) loadNow().then(() => setIsHere(true));
  }, [opened, loadNow]);
  return { isHere, loadNow };
}
