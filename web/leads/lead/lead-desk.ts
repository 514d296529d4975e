import { createContext, useContext, useEffect, useRef } from 'react';
import type { LeadEvent } from '#contract/events.ts';
import type { Unsaved } from '#web/lib/use-unsaved-warning.ts';
import type { differences } from './lead-facts.ts';

export type Changes = ReturnType<typeof differences>;

/** What the parts of an opened lead share. */
export type LeadDesk = {
  /** Parts with input that leaving would lose. */
  parts: Set<Unsaved>;
  /** Says what somebody else has changed, where that was not in the way. */
  tellChanges: (changes: Changes) => void;
  events: LeadEvent[];
  /** Whose lead it was at first. */
  submittedFor: { id: string | null; name: string | null } | undefined;
  /** It went while it stood open: what is typed stays to be copied, and nothing is sent. */
  gone: boolean;
};

export const LeadDeskContext = createContext<LeadDesk>({
  parts: new Set(),
  tellChanges: () => {},
  events: [],
  submittedFor: undefined,
  gone: false,
});

export function useLeadDesk(): LeadDesk {
  return useContext(LeadDeskContext);
}

/** Asks before this part's input is lost. */
export function useUnsavedPart(isUnsaved: boolean): void {
  const { parts } = useLeadDesk();
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const part = { isUnsaved: () => latest.current };
    parts.add(part);
    return () => void parts.delete(part);
  }, [parts]);
}
