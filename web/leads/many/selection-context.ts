import { createContext, useContext } from 'react';
import { nothingSelected, type Selection } from './selection.ts';

export type LeadSelection = {
  selection: Selection;
  /** How many are ticked. */
  count: number;
  /** The ids of the rows that are shown. */
  page: string[];
  toggle: (id: string, isRange: boolean) => void;
  togglePage: () => void;
  selectAll: () => void;
  /** Leads that are gone; what else was ticked meanwhile stays. */
  untick: (ids: string[]) => void;
  clear: () => void;
};

const none: LeadSelection = {
  selection: nothingSelected,
  count: 0,
  page: [],
  toggle: () => {},
  togglePage: () => {},
  selectAll: () => {},
  untick: () => {},
  clear: () => {},
};

export const SelectionContext = createContext(none);

export function useSelection(): LeadSelection {
  return useContext(SelectionContext);
}
