import { type ChangeKind, changeKinds } from '#contract/events.ts';
import { type Mark, type Transactions, wereOver } from './mark.ts';

/** Whom a change concerns. */
type Concerned =
  /** A partner, and every administrator. */
  { partner: string } | { only: string } | 'administrators' | 'everyone';

/** What the database tells: that something changed, or that a session has ended. */
export type Notice = {
  kind: ChangeKind | 'sessions';
  concerned: Concerned;
  /** Left out where nobody may be thought to have seen it. */
  changedBy?: Transactions | undefined;
};

export type Reader = {
  userId: string;
  isAdmin: boolean;
  /** What was over by then, they have seen. */
  since?: Mark | undefined;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const noticePattern = /^(\S+) (.*?)(?: (\d{1,20})-(\d{1,20}))?$/;

/** Nothing where it is none of ours, as a portal of another release may tell it. */
export function readNotice(text: string): Notice | undefined {
  const [, kind = '', whom = '', first, last] = noticePattern.exec(text) ?? [];
  const concerned = readConcerned(whom.split(' '));
  if (!concerned || !isKind(kind)) return undefined;
  const changedBy = first && last ? { first: BigInt(first), last: BigInt(last) } : undefined;
  return { kind, concerned, changedBy };
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

export function hasSeen({ changedBy }: Notice, { since }: Reader): boolean {
  return changedBy !== undefined && since !== undefined && wereOver(changedBy, since);
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
