import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import type { Lead } from '#contract/leads.ts';
import { EarlyStatusField } from './EarlyStatusField.tsx';
import { StatusButton } from './StatusButton.tsx';
import classes from './StatusChooser.module.css';

const StatusChooser = lazy(async () => ({
  default: (await import('./StatusChooser.tsx')).StatusChooser,
}));

/** A search for a status, from the moment that it is opened. */
type Search = {
  typed: string;
  /** Enter was pressed before the choices were here. */
  entered: boolean;
  byTouch: boolean;
  /** Whether the choices are here, and have taken over the keys. */
  ready: boolean;
};

/**
 * An administrator changes a lead's status from its badge. The choices come with their first use; what
 * is typed until then goes into a field that stands in for theirs, so that none of it is lost.
 */
export function ChangeableStatus({ lead }: { lead: Lead }) {
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const lastPointer = useRef('');
  /** Whoever has just closed the choices types no status: until the focus comes anew, letters are keys. */
  const justClosed = useRef(false);
  const [search, setSearch] = useState<Search>();
  const open = (typed = '') => {
    const byTouch = lastPointer.current === 'touch';
    setSearch({ typed, byTouch, entered: false, ready: false });
  };
  const change = (part: Partial<Search>) => setSearch((now) => now && { ...now, ...part });
  const close = () => setSearch(undefined);
  const closeToButton = () => {
    close();
    button.current?.focus();
    justClosed.current = true;
  };
  const field = search && {
    listId,
    text: search,
    onText: ({ typed = '', entered }: { typed: string | undefined; entered: boolean }) =>
      change({ typed, entered }),
    onClose: closeToButton,
    onLeave: close,
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
        onClick={search ? closeToButton : () => open()}
        onBlur={() => {
          justClosed.current = false;
        }}
        onKeyDown={(event) => {
          lastPointer.current = '';
          const typed = search ? undefined : typedBy(event, justClosed.current);
          if (typed === undefined) return;
          event.preventDefault();
          open(typed);
        }}
      />
      {field && !search.ready && <EarlyStatusField {...field} />}
      {field && (
        <Suspense fallback={null}>
          <StatusChooser
            {...field}
            lead={lead}
            quietKeyboard={search.byTouch}
            onReady={() => change({ ready: true })}
          />
        </Suspense>
      )}
    </span>
  );
}

/** What a key on the badge types into the search that it opens; undefined where it opens none. */
function typedBy(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  justClosed: boolean,
): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'ArrowDown') return '';
  return !justClosed && /^[\p{L}\p{N}]$/u.test(key) ? key : undefined;
}
