import badge from './StatusBadge.module.css';
import { badgeOf } from './StatusBadge.tsx';

/** The colour of a status, before its name in a list. */
export function StatusDot({ status }: { status: string }) {
  const { colour } = badgeOf({ status, created_at: '' });
  return <span className={badge.dot} data-colour={colour} />;
}
