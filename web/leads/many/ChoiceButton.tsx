import { Button } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { ChoiceSearch, SearchText } from '#web/ui/use-choice-search.ts';
import classes from './ManyBar.module.css';

export type ChoiceField = Pick<
  ChoiceSearch,
  'listId' | 'text' | 'onText' | 'onClose' | 'onLeave'
> & { quietKeyboard: boolean };

const nothingTyped: SearchText = { typed: '', entered: false };

/** A button of the bar that opens choices with a search field above it. */
export function ChoiceButton({
  children,
  icon,
  disabled,
  panel,
}: {
  children: ReactNode;
  icon: ReactNode;
  disabled: boolean;
  panel: (field: ChoiceField) => ReactNode;
}) {
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [byTouch, setByTouch] = useState(false);
  const [text, setText] = useState<SearchText>();
  const close = () => setText(undefined);
  const closeToButton = () => {
    close();
    button.current?.focus();
  };
  return (
    <span className={classes.choice}>
      <Button
        ref={button}
        variant="default"
        size="compact-sm"
        h={32}
        disabled={disabled}
        leftSection={icon}
        rightSection={<IconChevronUp size={14} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={text !== undefined}
        onPointerDown={(event) => setByTouch(event.pointerType === 'touch')}
        onKeyDown={() => setByTouch(false)}
        // The search field would lose the focus, close, and be opened anew by the click.
        onMouseDown={(event) => text && event.preventDefault()}
        onClick={text ? closeToButton : () => setText(nothingTyped)}
      >
        {children}
      </Button>
      {text &&
        panel({
          listId,
          text,
          onText: setText,
          onClose: closeToButton,
          onLeave: close,
          quietKeyboard: byTouch,
        })}
    </span>
  );
}
