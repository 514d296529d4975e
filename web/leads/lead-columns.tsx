import { IconTrash } from '@tabler/icons-react';
import type { Lead } from '#contract/leads.ts';
import { Email } from '#web/ui/Email.tsx';
import { ChangeableStatus } from './ChangeableStatus.tsx';
import {
  company,
  contact,
  dateAdded,
  type LeadColumn,
  partner,
  status,
} from './common-lead-columns.tsx';
import classes from './LeadCells.module.css';
import { Phone } from './LeadCells.tsx';
import { leadName } from './lead-text.ts';

const email: LeadColumn = {
  key: 'email',
  header: 'Email',
  width: 'var(--email-width)',
  cell: (lead) => <Email email={lead.email} />,
};

const phone: LeadColumn = {
  key: 'phone',
  header: 'Phone',
  width: 'var(--phone-width)',
  cell: (lead) => <Phone number={lead.phone_number} />,
};

const changeableStatus: LeadColumn = {
  ...status,
  cell: (lead) => <ChangeableStatus lead={lead} />,
};

const actions = (onDelete: (lead: Lead) => void): LeadColumn => ({
  key: 'actions',
  header: 'Actions',
  width: 'var(--actions-width)',
  cell: (lead) => (
    <button
      type="button"
      className={`plain-button ${classes.action}`}
      aria-label={`Delete lead ${leadName(lead)}`}
      title="Delete lead"
      onClick={() => onDelete(lead)}
    >
      <IconTrash size={16} aria-hidden="true" />
    </button>
  ),
});

/** spec §2, Leads page: in this order, the partner for administrators only. */
export function leadColumns(isAdmin: boolean, onDelete: (lead: Lead) => void): LeadColumn[] {
  return [
    company,
    ...(isAdmin ? [partner] : []),
    contact,
    email,
    phone,
    isAdmin ? changeableStatus : status,
    dateAdded,
    actions(onDelete),
  ];
}
