import type { Lead } from '#contract/leads.ts';
import { shortDate } from '#web/ui/format.ts';
import { leadPath } from '../lead-paths.shared.ts';
import { leadName } from '../lead-text.ts';
import classes from './DuplicateHint.module.css';

/** Below a field: that this was submitted before, and where to look at it. */
export function DuplicateHint({ leads }: { leads: Lead[] }) {
  const [first] = leads;
  if (!first) return null;
  return (
    <span className={classes.hint}>
      Already submitted:{' '}
      <a className={classes.link} href={leadPath(first.id)} target="_blank" rel="noreferrer">
        <bdi>{leadName(first)}</bdi>,{' '}
        <span className={classes.date}>{shortDate(first.created_at)}</span>
      </a>
      {leads.length > 1 && ` and ${leads.length - 1} more`}
    </span>
  );
}
