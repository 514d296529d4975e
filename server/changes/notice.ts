import { type ChangeKind, changeKinds } from '#contract/events.ts';

/** Whom a change concerns. */
type Concerned =
  /** A partner, and every administrator. */
  { partner: string } | { only: string } | 'administrators' | 'everyone';

/** What the database tells: that something changed, or that a session has ended. */
export type Notice = { kind: ChangeKind | 'sessions'; concerned: Concerned };

export type Reader = { userId: string; isAdmin: boolean };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Nothing where it is none of ours, as a portal of another release may tell it. */
export function readNotice(text: string): Notice | undefined {
  const [kind = '', ...rest] = text.split(' ');
  const concerned = readConcerned(rest);
  return concerned && isKind(kind) ? { kind, concerned } : undefined;
}

function isKind(kind: string): kind is Notice['kind'] {
  return kind === 'sessions' || (changeKinds as readonly string[]).includes(kind);
}

function readConcerned([first = '', second, ...more]: string[]): Concerned | undefined {
  if (more.length > 0) return undefined;
  if (first === 'only' && second && uuid.test(second)) return { only: second };
  if (second !== undefined) return undefined;
  if (first === 'administrators' || first === 'everyone') return first;
  return uuid.test(first) ? { partner: first } : undefined;
}

/** Whether somebody may be told: exactly those who could also ask for what changed. */
export function concerns({ kind, concerned }: Notice, { userId, isAdmin }: Reader): boolean {
  // Partners do not see each other, whatever a notice says.
  if (kind === 'partners' && !isAdmin) return false;
  if (concerned === 'everyone') return true;
  if (concerned === 'administrators') return isAdmin;
  if ('only' in concerned) return concerned.only === userId;
  return isAdmin || concerned.partner === userId;
}
