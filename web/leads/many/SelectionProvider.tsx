import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { LeadsList } from '../use-leads-list.ts';
import { selectedText } from './many-text.ts';
import {
  countOf,
  nothingSelected,
  type Selection,
  selectAll,
  toggleOne,
  togglePage,
  toggleRange,
  without,
} from './selection.ts';
import { type LeadSelection, SelectionContext } from './selection-context.ts';

/**
 * Keeps what is ticked while pages are turned, and forgets it with the next filter. Its children are
 * not drawn anew with each tick, only what asks for the selection.
 */
export function SelectionProvider({ list, children }: { list: LeadsList; children: ReactNode }) {
  const filter = JSON.stringify(list.filter);
  const [state, setState] = useState({ filter, selection: nothingSelected, wasUsed: false });
  const selection = state.filter === filter ? state.selection : nothingSelected;
  const count = countOf(selection, list.total);
  const { rows } = list;
  const value = useMemo((): LeadSelection => {
    const page = rows?.map(({ id }) => id) ?? [];
    const set = (next: Selection) => setState({ filter, selection: next, wasUsed: true });
    return {
      selection,
      count,
      page,
      toggle: (id, isRange) => set((isRange ? toggleRange : toggleOne)(selection, id, page)),
      togglePage: () => set(togglePage(selection, page)),
      selectAll: () => set(selectAll(selection)),
      untick: (ids) => setState((now) => ({ ...now, selection: without(now.selection, ids) })),
      clear: () => set(nothingSelected),
    };
  }, [selection, count, rows, filter]);
  return (
    <SelectionContext value={value}>
      <VisuallyHidden component="output">{state.wasUsed && selectedText(count)}</VisuallyHidden>
      {children}
    </SelectionContext>
  );
}
