import type { ReactNode } from 'react';
import { displayStatus, groupOf } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { isMissing, toDate } from '#web/ui/format.ts';
import classes from './StatusBadge.module.css';

/** What the badge of a lead says right now (spec §4). */
export function badgeOf({ status, created_at }: Pick<Lead, 'status' | 'created_at'>) {
  const now = new Date();
  return displayStatus(isMissing(status) ? null : status, toDate(created_at) ?? now, now);
}

export function StatusBadge({
  lead,
  icon,
}: {
  lead: Pick<Lead, 'status' | 'created_at'>;
  icon?: ReactNode;
}) {
  const { text, colour } = badgeOf(lead);
  return (
    <span className={classes.badge} data-colour={colour} title={withGroup(text)}>
      <span className={classes.text} dir="auto">
        {text}
      </span>
      {icon}
    </span>
  );
}

/** For whoever hovers over a badge, as in a list of one group: which group its status is in. */
function withGroup(text: string): string {
  const group = groupOf(text);
  return group && group !== text ? `${group}: ${text}` : text;
}
