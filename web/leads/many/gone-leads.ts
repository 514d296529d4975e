import { useEffect, useEffectEvent } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { isNotFound } from '#web/lib/api-error.ts';
import { call } from '#web/lib/client.ts';
import { goneText } from './many-text.ts';
import { useSelection } from './selection-context.ts';

/** The server works on three calls of a caller at once: one is left for what else is done meanwhile. */
const askedAtOnce = 2;

/** Which of these leads are no longer there, or no longer the reader's. */
async function findGoneLeads(ids: Iterable<string>): Promise<string[]> {
  const waiting = [...ids];
  const gone: string[] = [];
  const askInTurn = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (await isGone(id)) gone.push(id);
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, askInTurn));
  return gone;
}

async function isGone(id: string): Promise<boolean> {
  try {
    // An administrator is also answered what was deleted and can be restored.
    return Boolean((await call(endpoints.getLead, { params: { id } })).lead.deleted_at);
  } catch (error) {
    return isNotFound(error);
  }
}

/**
 * One lead that is gone refuses what is done with all that are ticked: it is unticked, so that the next
 * try can succeed. Answers what there is to say of it; undefined where the refusal has another reason.
 */
export function useUntickGone(onNoneLeft: () => void) {
  const { selection, untick } = useSelection();
  return async (error: unknown): Promise<string | undefined> => {
    if (selection.isAll || !isNotFound(error)) return undefined;
    const gone = await findGoneLeads(selection.ids);
    if (gone.length === 0) return undefined;
    const left = selection.ids.size - gone.length;
    if (left === 0) onNoneLeft();
    untick(gone);
    return goneText(gone.length, left);
  };
}

/** Rows that a list no longer has, their ids in one text: ticked ones are unticked where they are gone. */
export function useUntickMissing(missing: string, onNoneLeft: () => void): void {
  const { selection, untick } = useSelection();
  const untickGone = useEffectEvent(async () => {
    // They may only stand on another page, or no longer match the filter.
    const gone = await findGoneLeads(missing.split(' ').filter((id) => selection.ids.has(id)));
    if (gone.length === 0) return;
    if (gone.length === selection.ids.size) onNoneLeft();
    untick(gone);
  });
  useEffect(() => {
    if (missing) void untickGone();
  }, [missing]);
}
