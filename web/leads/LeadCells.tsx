import type { ReactNode } from 'react';
import { Missing } from '#web/ui/Cut.tsx';
import { exactDate, isMissing, phoneHref, shortDate } from '#web/ui/format.ts';
import { daysSince } from '#web/ui/relative-time.ts';
import classes from './LeadCells.module.css';
import { daysLeftText } from './lead-text.ts';

export function Phone({ number }: { number: string | null }) {
  if (isMissing(number)) return <Missing />;
  return (
    <a
      className={`${classes.link} ${classes.fact} ${classes.cut}`}
      href={phoneHref(number)}
      title={number}
    >
      {number}
    </a>
  );
}

export function DateAdded({ date }: { date: string }) {
  return (
    <time className={`tabular ${classes.fact} ${classes.date}`} title={exactDate(date)}>
      {shortDate(date)}
    </time>
  );
}

/** A status, and for how long the lead has stood in it. */
export function StatusSince({ since, children }: { since: string; children: ReactNode }) {
  return (
    <div className={classes.since}>
      {children}
      <time className="tabular" title={exactDate(since)}>
        {daysSince(since, Date.now())}
      </time>
    </div>
  );
}

export function DaysLeft({ deletedAt }: { deletedAt: string | null }) {
  return (
    <time className={`tabular ${classes.fact} ${classes.date}`} title={exactDate(deletedAt)}>
      {daysLeftText(deletedAt, Date.now())}
    </time>
  );
}
