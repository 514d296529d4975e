import { useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { User } from '#contract/accounts.ts';
import { fetchCsrfToken } from '#web/lib/send-signed-in.ts';
import { sessionStore } from '#web/lib/session-store.ts';
import { fetchUser, logOut, SessionContext } from './session.api.ts';

/** Checks the stored session at start-up, and follows it across tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<User | null>(null);
  const [loading, setLoading] = useState(true);
  const [ended, setEnded] = useState(false);
  const queries = useQueryClient();
  const lastCheck = useRef(0);

  const changeUser = useCallback(
    (next: User | null) => {
      setEnded(sessionStore.over === 'ended');
      setUser((current) => {
        // What one person was shown must never flash up for the next.
        if (current?.id !== next?.id) queries.clear();
        return next;
      });
    },
    [queries],
  );

  const checkStoredSession = useCallback(async () => {
    const thisCheck = ++lastCheck.current;
    const checkedUser = await storedUser();
    if (thisCheck !== lastCheck.current) return;
    // The first screen is built in slices, so that a slow phone answers meanwhile.
    startTransition(() => {
      changeUser(checkedUser);
      setLoading(false);
    });
  }, [changeUser]);

  useEffect(() => {
    fetchCsrfToken();
    checkStoredSession();
    return sessionStore.subscribe(() => {
      if (sessionStore.refreshToken) checkStoredSession();
      else changeUser(null);
    });
  }, [checkStoredSession, changeUser]);

  const session = useMemo(
    () => ({ user, loading, ended, enter: changeUser, signOut: logOut }),
    [user, loading, ended, changeUser],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** spec §4, start-up: who the stored token belongs to; a session that is none is cleared. */
async function storedUser(): Promise<User | null> {
  if (!sessionStore.token) return null;
  try {
    const user = await fetchUser();
    if (user) return user;
    sessionStore.clear('ended');
  } catch {
    if (sessionStore.token && !sessionStore.refreshToken) sessionStore.clear('ended');
  }
  return null;
}
