/** The tokens in local storage, under the names the specification gives them (spec §3). */
const accessName = 'token';
const refreshName = 'refresh_token';
/** Stands in the storage for a moment only: it tells other tabs why the tokens go. */
const reasonName = 'session_over';

type Listener = () => void;
const listeners = new Set<Listener>();

/** Why there is no session any more: its user left, or the server no longer knows it. */
type Over = 'signed out' | 'ended';
let over: Over | undefined;

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export const sessionStore = {
  get token(): string | null {
    return localStorage.getItem(accessName);
  },
  get refreshToken(): string | null {
    return localStorage.getItem(refreshName);
  },
  /** Undefined where there is a session, and where there has been none since the page was opened. */
  get over(): Over | undefined {
    return over;
  },
  /** The refresh token last: other tabs wait for it, and need the access token by then. */
  begin(token: string, refreshToken: string): void {
    over = undefined;
    localStorage.setItem(accessName, token);
    localStorage.setItem(refreshName, refreshToken);
  },
  renew(token: string): void {
    localStorage.setItem(accessName, token);
  },
  /** Removes the tokens in this tab, and through the storage event tells every other. */
  clear(reason: Over): void {
    over = reason;
    localStorage.setItem(reasonName, reason);
    localStorage.removeItem(reasonName);
    localStorage.removeItem(accessName);
    localStorage.removeItem(refreshName);
    notifyListeners();
  },
  /** Calls back when the session ends here, or begins or ends in another tab. */
  subscribe(listener: Listener): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === reasonName && event.newValue) over = reasonOf(event.newValue);
      // A null key is a storage that was cleared as a whole.
      if (event.key !== null && event.key !== refreshName) return;
      if (sessionStore.refreshToken) over = undefined;
      listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  },
};

function reasonOf(text: string): Over {
  return text === 'ended' ? 'ended' : 'signed out';
}
