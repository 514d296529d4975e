import { useEffect, useRef } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** A part of a screen that knows whether it holds input which leaving would lose. */
export type Unsaved = { isUnsaved: () => boolean };

/** Input of one form: `allowLeaving` opens the way for what has been saved. */
export function useUnsaved(dirty: boolean) {
  const allowLeaving = useRef(false);
  useEffect(() => {
    // A form that was saved and stays on the screen is guarded again from its next edit on.
    if (!dirty) allowLeaving.current = false;
  }, [dirty]);
  return { allowLeaving, isUnsaved: () => dirty && !allowLeaving.current };
}

/** One guard for all forms of a screen, since the router asks only one. */
export function useUnsavedGuard(parts: Unsaved[]): Blocker {
  const latest = useRef(parts);
  latest.current = parts;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A session that ended leads to /login, and nothing typed here could be saved any more.
      nextLocation.pathname !== '/login' &&
      currentLocation.pathname !== nextLocation.pathname &&
      latest.current.some((part) => part.isUnsaved()),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.some((part) => part.isUnsaved())) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return blocker;
}

/** Holds back navigation while input is unsaved; `allowLeaving` opens the way for a saved form. */
export function useUnsavedWarning(dirty: boolean) {
  const unsaved = useUnsaved(dirty);
  return { allowLeaving: unsaved.allowLeaving, blocker: useUnsavedGuard([unsaved]) };
}
