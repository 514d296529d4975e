import { createContext, useContext } from 'react';
import type { User } from '#contract/accounts.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { call } from '#web/lib/client.ts';
import { logFailure } from '#web/lib/log.ts';
import { endSession } from '#web/lib/send-signed-in.ts';
import { sessionStore } from '#web/lib/session-store.ts';

export type Session = {
  user: User | null;
  /** True until the stored session has been checked; nothing renders before (spec §4). */
  loading: boolean;
  /** Whether a session of this tab has come to its end without its user leaving it. */
  ended: boolean;
  /** Makes a checked sign-in the session of this tab. */
  enter(user: User): void;
  signOut(): void;
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

type SignedIn = ResponseOf<typeof routes.login>;

/** Stores the tokens; the caller enters, and keeps what is said of the password. */
export async function logIn(email: string, password: string): Promise<SignedIn> {
  const answer = await call(endpoints.login, { body: { email, password } });
  if (!isSignedIn(answer)) throw new Error('The sign-in was answered without tokens or user');
  sessionStore.begin(answer.token, answer.refresh_token);
  return answer;
}

/** Something between browser and server may answer in the server's place. */
function isSignedIn(answer: Partial<SignedIn> | undefined): answer is SignedIn {
  return isText(answer?.token) && isText(answer?.refresh_token) && Boolean(answer?.user);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export async function fetchUser(): Promise<User | undefined> {
  return (await call(endpoints.me)).user;
}

/** The tokens go at once; the server is told behind it, and if it cannot be told they stay gone (spec §4). */
export function logOut(): void {
  const { token, refreshToken } = sessionStore;
  sessionStore.clear('signed out');
  if (!token) return;
  endSession(token, refreshToken).catch((error: unknown) =>
    logFailure('The server could not be told of the sign-out', error),
  );
}
