import { Button, CloseButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { isTypedInto } from '#web/lib/is-typed-into.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ExportButton } from '../export/ExportButton.tsx';
import type { Exporter } from '../export/use-export.ts';
import type { LeadsList } from '../use-leads-list.ts';
import { ChangeProgress } from './ChangeProgress.tsx';
import { useUntickGone } from './gone-leads.ts';
import classes from './ManyBar.module.css';
import { MoveMany } from './MoveMany.tsx';
import {
  deleteManyQuestion,
  doneTexts,
  manyMessages,
  selectAllText,
  selectedText,
} from './many-text.ts';
import { SetStatusOfMany } from './SetStatusOfMany.tsx';
import { stateOfPage } from './selection.ts';
import { useSelection } from './selection-context.ts';
import { type RunChange, useManyChange } from './use-many-change.ts';

/** At the foot of the list while leads are ticked: how many, and what can be done with them. */
export function ManyBar({
  list,
  exporter,
  table,
}: {
  list: LeadsList;
  exporter: Exporter;
  /** What takes the focus when the bar goes. */
  table: RefObject<HTMLElement | null>;
}) {
  const isAdmin = useIsAdmin();
  const { selection, count, clear } = useSelection();
  const bar = useRef<HTMLElement>(null);
  const leave = () => {
    const hadFocus = bar.current?.contains(document.activeElement);
    if (hadFocus || document.activeElement === document.body) focusList(table.current);
  };
  const { run, busy, progress } = useManyChange(list, leave);
  const untickGone = useUntickGone(leave);
  const tickedExporter: Exporter = {
    ...exporter,
    start: (format, ids) => exporter.start(format, ids, untickGone),
  };
  useKeepFocus(busy);
  const clearAll = () => {
    leave();
    clear();
  };
  useEscape(busy ? undefined : clearAll);
  return (
    <section ref={bar} className={classes.bar} aria-label="Selected leads" data-keep-clear data-bar>
      <div className={classes.count}>
        <span className={classes.chosen}>
          <strong className="tabular">{selectedText(count)}</strong>
          {progress && <ChangeProgress label="Progress of the change" {...progress} />}
        </span>
        <SelectAll list={list} disabled={busy} />
      </div>
      <div className={classes.actions} data-bar-actions>
        {isAdmin && <SetStatusOfMany disabled={busy} run={run} />}
        {isAdmin && <MoveMany disabled={busy} run={run} />}
        <ExportButton
          exporter={tickedExporter}
          total={count}
          chosen={selection.isAll ? undefined : [...selection.ids]}
          named
        />
        <DeleteMany count={count} busy={busy} run={run} />
      </div>
      <CloseButton
        className={classes.close ?? ''}
        size={32}
        aria-label="Clear selection"
        title="Clear selection (Escape)"
        disabled={busy}
        onClick={clearAll}
      />
    </section>
  );
}

/** Once the whole page is ticked and the list has more; cards, which have no head, get there by this. */
function SelectAll({ list, disabled }: { list: LeadsList; disabled: boolean }) {
  const { selection, page, togglePage, selectAll } = useSelection();
  const { total = 0 } = list;
  const state = stateOfPage(selection, page);
  const button = { variant: 'light', size: 'compact-sm', h: 32, disabled } as const;
  if (state !== 'all') {
    return (
      <Button {...button} className={classes.cardsOnly} onClick={togglePage}>
        {manyMessages.wholePage}
      </Button>
    );
  }
  if (selection.isAll || selection.ids.size >= total) return null;
  return (
    <Button {...button} onClick={selectAll}>
      {selectAllText(total)}
    </Button>
  );
}

function DeleteMany({ count, busy, run }: { count: number; busy: boolean; run: RunChange }) {
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        h={32}
        disabled={busy}
        className={classes.destroys}
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
        onClick={open}
      >
        Delete
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Delete Leads"
        question={deleteManyQuestion(count)}
        details={<p className={classes.hint}>{manyMessages.deleteHint}</p>}
        onConfirm={async () => {
          close();
          // The bar tells how far it is.
          void run({ delete: true }, doneTexts.deleted);
        }}
        onClose={close}
      />
    </>
  );
}

/** The checkbox that was used last, where it is still there, or else the list as a whole. */
function focusList(list: HTMLElement | null): void {
  const ticked = list?.querySelector<HTMLElement>('input[type="checkbox"][data-select]:checked');
  (ticked ?? list)?.focus({ preventScroll: true });
}

const floating = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Escape clears what is ticked, unless something that floats, a field or a lead is to be left first. */
function useEscape(clear: (() => void) | undefined): void {
  const { pathname } = useLocation();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (pathname !== '/leads' || document.querySelector(floating)) return;
    if (!isTypedInto(event.target)) clear?.();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
