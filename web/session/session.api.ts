import { createContext, useContext } from 'react';
import type { User } from '#contract/accounts.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { call } from '#web/lib/client.ts';
import { sessionStore } from '#web/lib/session-store.ts';

export type Session = {
  user: User | null;
  /** True until the stored session has been checked; nothing renders before (spec §4). */
  loading: boolean;
  /** Makes a checked sign-in the session of this tab. */
  enter(user: User): void;
  signOut(): Promise<void>;
};

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside of SessionProvider');
  return session;
}

export function useIsAdmin(): boolean {
  return useSession().user?.role === 'admin';
}

/** Stores the tokens; the caller decides when to enter, since a warning may come first. */
export async function logIn(
  email: string,
  password: string,
): Promise<ResponseOf<typeof routes.login>> {
  const answer = await call(endpoints.login, { body: { email, password } });
  sessionStore.begin(answer.token, answer.refresh_token);
  return answer;
}

export async function fetchUser(): Promise<User | undefined> {
  return (await call(endpoints.me)).user;
}

/** The tokens go even if the server cannot be told (spec §4). */
export async function logOut(): Promise<void> {
  try {
    await call(endpoints.logout);
  } catch {
    // Nothing to do: what matters to this browser happens next.
  } finally {
    sessionStore.clear();
  }
}
