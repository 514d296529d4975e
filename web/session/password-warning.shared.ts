import { dayMilliseconds } from '#contract/days.ts';

/** What signing in had to say of each account's password, until the password is changed. */
const storageName = 'password-warnings';
/** Long enough to be left in peace, short enough not to be forgotten. */
export const hiddenDays = 7;

type Warning = { text: string; hiddenUntil?: number };
type Warnings = Record<string, Warning>;

type Listener = () => void;
const listeners = new Set<Listener>();

/** Somebody may have put anything there; what cannot be read warns of nothing. */
function read(): Warnings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageName) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Warnings) : {};
  } catch {
    return {};
  }
}

function write(userId: string, warning: Warning | undefined): void {
  const { [userId]: _, ...others } = read();
  const warnings = warning ? { ...others, [userId]: warning } : others;
  if (Object.keys(warnings).length === 0) localStorage.removeItem(storageName);
  else localStorage.setItem(storageName, JSON.stringify(warnings));
  for (const listener of listeners) listener();
}

/** A clock that was set back must not hide it for longer than was asked for. */
function isHidden({ hiddenUntil = 0 }: Warning): boolean {
  const left = hiddenUntil - Date.now();
  return left > 0 && left <= hiddenDays * dayMilliseconds;
}

export const passwordWarnings = {
  /** After signing in: the same warning stays hidden where its reader has hidden it, another one does not. */
  keep(userId: string, text: string | undefined): void {
    const before = read()[userId];
    write(userId, text && before?.text === text ? before : text ? { text } : undefined);
  },
  forget(userId: string): void {
    write(userId, undefined);
  },
  hide(userId: string): void {
    const warning = read()[userId];
    if (!warning) return;
    write(userId, { ...warning, hiddenUntil: Date.now() + hiddenDays * dayMilliseconds });
  },
  shownTo(userId: string): string | undefined {
    const warning = read()[userId];
    return warning && typeof warning.text === 'string' && !isHidden(warning)
      ? warning.text
      : undefined;
  },
  /** Calls back when one comes or goes, here or in another tab. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
};
