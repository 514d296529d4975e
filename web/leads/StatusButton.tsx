import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Lead } from '#contract/leads.ts';
import { markStatusButton } from './find-status-button.ts';
import { leadName } from './lead-text.ts';
import { badgeOf, StatusBadge } from './StatusBadge.tsx';
import classes from './StatusChooser.module.css';

/** The badge as the button that opens the choice of statuses. */
export function StatusButton({ lead, ...button }: { lead: Lead } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      {...markStatusButton(lead)}
      className={`plain-button ${classes.button}`}
      aria-label={`${badgeOf(lead).text}, change status of ${leadName(lead)}`}
    >
      <StatusBadge
        lead={lead}
        icon={<IconChevronDown size={14} className={classes.chevron} aria-hidden="true" />}
      />
    </button>
  );
}
