import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useRef, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { leadMessages } from './lead-text.ts';
import { StatusButton } from './StatusButton.tsx';
import classes from './StatusChooser.module.css';

const StatusChooser = lazy(async () => ({
  default: (await import('./StatusChooser.tsx')).StatusChooser,
}));

/** A search for a status, from the moment that it is opened. */
type Search = {
  typed: string;
  byTouch: boolean;
  /** Enter was pressed before the choices were here. */
  enteredEarly: boolean;
  /** Whether the choices are here, and have taken over the keys. */
  ready: boolean;
};

/**
 * An administrator changes a lead's status from its badge. The choices come with their first use; what
 * is typed until then goes into a field that stands in for theirs, so that none of it is lost.
 */
export function ChangeableStatus({ lead }: { lead: Lead }) {
  const button = useRef<HTMLButtonElement>(null);
  const lastPointer = useRef('');
  const [search, setSearch] = useState<Search>();
  const open = () => {
    const byTouch = lastPointer.current === 'touch';
    setSearch({ typed: '', byTouch, enteredEarly: false, ready: false });
  };
  const change = (part: Partial<Search>) => setSearch((now) => now && { ...now, ...part });
  const close = () => setSearch(undefined);
  const closeToButton = () => {
    close();
    button.current?.focus();
  };
  return (
    <span className={classes.changeable}>
      <StatusButton
        ref={button}
        lead={lead}
        aria-haspopup="dialog"
        aria-expanded={search !== undefined}
        onPointerDown={(event: PointerEvent) => {
          lastPointer.current = event.pointerType;
        }}
        // The search field would lose the focus, close, and be opened anew by the click.
        onMouseDown={(event) => search && event.preventDefault()}
        onClick={search ? closeToButton : open}
        onKeyDown={(event) => {
          lastPointer.current = '';
          if (event.key !== 'ArrowDown' || search) return;
          event.preventDefault();
          open();
        }}
      />
      {search && !search.ready && (
        <EarlyField
          typed={search.typed}
          onType={(typed) => change({ typed, enteredEarly: false })}
          onEnter={() => change({ enteredEarly: true })}
          onEscape={closeToButton}
          onLeave={close}
        />
      )}
      {search && (
        <Suspense fallback={null}>
          <StatusChooser
            lead={lead}
            search={search}
            onType={(typed) => change({ typed })}
            onReady={() => change({ ready: true })}
            onDone={closeToButton}
            onLeave={close}
          />
        </Suspense>
      )}
    </span>
  );
}

function EarlyField(field: {
  typed: string;
  onType: (typed: string) => void;
  onEnter: () => void;
  onEscape: () => void;
  onLeave: () => void;
}) {
  return (
    <input
      className={classes.early}
      aria-label={leadMessages.searchStatuses}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: whoever has opened the choices types into them
      autoFocus
      value={field.typed}
      onChange={(event) => field.onType(event.currentTarget.value)}
      onKeyDown={(event: KeyboardEvent) => {
        // A key that is held down has opened the choices, and means no more than that.
        if (event.key === 'Enter' && !event.repeat) field.onEnter();
        if (event.key === 'Escape' || event.key === 'Tab') field.onEscape();
      }}
      onBlur={(event) => {
        // The search field of the choices takes over by taking the focus.
        const takenOver = event.relatedTarget?.closest('[role="dialog"]');
        if (!takenOver && document.activeElement !== event.currentTarget) field.onLeave();
      }}
    />
  );
}
