/** The tokens in local storage, under the names the specification gives them (spec §3). */
const accessName = 'token';
const refreshName = 'refresh_token';

type Listener = () => void;
const listeners = new Set<Listener>();

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
  begin(token: string, refreshToken: string): void {
    localStorage.setItem(refreshName, refreshToken);
    localStorage.setItem(accessName, token);
  },
  renew(token: string): void {
    localStorage.setItem(accessName, token);
  },
  /** Ends the session in this tab, and through the storage event in every other. */
  clear(): void {
    localStorage.removeItem(accessName);
    localStorage.removeItem(refreshName);
    notifyListeners();
  },
  /** Calls back when the session ends here, or begins or ends in another tab. */
  subscribe(listener: Listener): () => void {
    const onStorage = (event: StorageEvent) => {
      // A null key is a storage that was cleared as a whole.
      if (event.key === null || event.key === refreshName) listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  },
};
