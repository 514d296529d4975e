import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { undoSeconds } from '#contract/limits.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import type { LeadsList } from '../use-leads-list.ts';
import { useUntickGone } from './gone-leads.ts';
import {
  type ManyChange,
  type ManyProgress,
  undoLeadsChange,
  useChangeLeads,
  type WhichLeads,
} from './many.api.ts';
import { manyMessages, type Outcome, putBackText } from './many-text.ts';
import { countOf } from './selection.ts';
import { useSelection } from './selection-context.ts';

const onlyOne = { about: 'many leads that were changed' };

/**
 * Changes what is ticked, once however often it is pressed. What went well is told with the way back,
 * for as long as there is one; what failed leaves everything ticked for another try.
 */
export function useManyChange(list: Pick<LeadsList, 'filter' | 'total'>, onDone: () => void) {
  const { selection, clear } = useSelection();
  const untickGone = useUntickGone(onDone);
  const changeLeads = useChangeLeads();
  const queries = useQueryClient();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<ManyProgress>();

  const undo = async (id: string) => {
    try {
      const { count, left } = await undoLeadsChange(queries, id);
      toast.success(putBackText(count, left), onlyOne);
    } catch (error) {
      // Without an answer it may still be undone: the way back stays.
      const again = serverText(error) ? {} : { undo: () => void undo(id) };
      toast.error(serverText(error) ?? manyMessages.undoFailed, again);
    }
  };
  const which = (): WhichLeads =>
    selection.isAll
      ? { filter: list.filter, expected: list.total ?? 0 }
      : { ids: [...selection.ids] };

  const run = async (change: ManyChange, doneText: (outcome: Outcome) => string) => {
    if (running.current) return;
    const chosen = countOf(selection, list.total);
    running.current = true;
    setBusy(true);
    try {
      const { count, undo_id } = await changeLeads({ ...which(), ...change }, setProgress);
      clear();
      onDone();
      if (count === 0) toast.success(manyMessages.noneChanged, onlyOne);
      else {
        toast.success(doneText({ count, unchanged: chosen - count }), {
          ...onlyOne,
          undo: () => void undo(undo_id),
          milliseconds: undoSeconds * 1000,
        });
      }
    } catch (error) {
      toast.error((await untickGone(error)) ?? serverText(error) ?? manyMessages.failed);
    } finally {
      running.current = false;
      setBusy(false);
      setProgress(undefined);
    }
  };
  return { run, busy, progress };
}

export type RunChange = ReturnType<typeof useManyChange>['run'];
