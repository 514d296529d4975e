import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { undoSeconds } from '#contract/limits.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
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
import { withUndoToast } from './undo-toast.tsx';

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

  const undo = async (id: string, changed: number) => {
    try {
      const { count, left } = await withUndoToast(changed, (onProgress) =>
        undoLeadsChange(queries, id, onProgress),
      );
      toast.success(putBackText(count, left), onlyOne);
    } catch (error) {
      const again = isFinal(error) ? {} : { undo: () => void undo(id, changed) };
      toast.error(undoFailedText(error), again);
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
      if (count === 0) toast.news(manyMessages.noneChanged, manyMessages.noneChangedWhy, onlyOne);
      else {
        toast.success(doneText({ count, unchanged: chosen - count }), {
          ...onlyOne,
          undo: () => void undo(undo_id, count),
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

/** Whether there is no way back any more: what is busy now, or did not answer, may be asked again. */
const isFinal = (error: unknown) => error instanceof ApiError && [404, 409].includes(error.status);

function undoFailedText(error: unknown): string {
  if (!(error instanceof ApiError)) return manyMessages.undoUnanswered;
  return serverText(error) ?? manyMessages.undoFailed;
}

export type RunChange = ReturnType<typeof useManyChange>['run'];
