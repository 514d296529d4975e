import { IconRestore, IconTrash } from '@tabler/icons-react';
import { leadSorts } from '#contract/lead-queries.ts';
import type { Lead } from '#contract/leads.ts';
import { Cut } from '#web/ui/Cut.tsx';
import { Email } from '#web/ui/Email.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { ChangeableStatus } from './ChangeableStatus.tsx';
import { type ColumnChoice, choosable, isShown } from './columns/column-choice.ts';
import {
  company,
  contact,
  dateAdded,
  type LeadColumn,
  partner,
  status,
} from './common-lead-columns.tsx';
import classes from './LeadCells.module.css';
import { DaysLeft, Phone, StatusSince } from './LeadCells.tsx';
import { deletedText, leadName } from './lead-text.ts';
import { SelectLead, SelectPage } from './many/SelectBox.tsx';

const email: LeadColumn = {
  key: 'email',
  header: choosable.email.name,
  width: 'var(--email-width)',
  cell: (lead) => <Email email={lead.email} />,
};

const phone: LeadColumn = {
  key: 'phone',
  header: choosable.phone.name,
  width: 'var(--phone-width)',
  cell: (lead) => <Phone number={lead.phone_number} />,
};

const changeableStatus: LeadColumn = {
  ...status,
  cell: (lead) => <ChangeableStatus lead={lead} />,
};

/** In the list of those that stand still. */
const withSince = (column: LeadColumn): LeadColumn => ({
  ...column,
  cell: (lead) => <StatusSince since={lead.status_changed_at}>{column.cell(lead)}</StatusSince>,
});

/** Until when it can be brought back, in the place of when it was added. */
const deleted: LeadColumn = {
  ...dateAdded,
  key: 'deleted',
  header: 'Deleted',
  cell: (lead) => (
    <TwoLines
      first={<DaysLeft deletedAt={lead.deleted_at} />}
      second={<Cut text={deletedText(lead)} />}
    />
  ),
};

/** What a list can show beside what the specification names, by the fields of a lead. */
const further = (['country', 'city', 'state', 'zip', 'address'] as const).map((key): LeadColumn => {
  const { name, width } = choosable[key];
  return { key, header: name, width, cell: (lead) => <Cut what={name} text={lead[key]} /> };
});

const selectableCompany: LeadColumn = {
  ...company,
  beforeHead: <SelectPage />,
  cell: (lead) => (
    <>
      <SelectLead lead={lead} />
      {company.cell(lead)}
    </>
  ),
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

const restoring = (onRestore: (lead: Lead) => void): LeadColumn => ({
  ...actions(onRestore),
  cell: (lead) => (
    <button
      type="button"
      className={`plain-button ${classes.action}`}
      aria-label={`Restore lead ${leadName(lead)}`}
      title="Restore lead"
      onClick={() => onRestore(lead)}
    >
      <IconRestore size={16} aria-hidden="true" />
    </button>
  ),
});

/** What the list lets its reader do with a lead: those that were deleted can only be brought back. */
type LeadDeeds = {
  isAdmin: boolean;
  isDeleted: boolean;
  isStuck: boolean;
  onDelete: (lead: Lead) => void;
  onRestore: (lead: Lead) => void;
};

/** spec §2, Leads page: in this order, the partner for administrators only; what was added, after them. */
export function leadColumns(
  { isAdmin, isDeleted, isStuck, onDelete, onRestore }: LeadDeeds,
  choice: ColumnChoice = [],
): LeadColumn[] {
  const ownStatus = isAdmin && !isDeleted ? changeableStatus : status;
  const columns = [
    isDeleted ? company : selectableCompany,
    ...(isAdmin ? [partner] : []),
    contact,
    email,
    phone,
    isStuck ? withSince(ownStatus) : ownStatus,
    isDeleted ? deleted : dateAdded,
    ...further,
    isDeleted ? restoring(onRestore) : actions(onDelete),
  ].map(sorted);
  return columns.filter(({ key }) => isShown(choice, key));
}

type Sorts = NonNullable<LeadColumn['sorts']>;

/** Every sort that there is, by the column whose head asks for it. */
const sortHeads: Record<(typeof leadSorts)[number], Omit<Sorts, 'by'> & { column: string }> = {
  company_name: { column: 'company' },
  status: { column: 'status' },
  created_at: { column: 'date', descendingFirst: true, arrow: 'before' },
};

function sorted(column: LeadColumn): LeadColumn {
  const by = leadSorts.find((sort) => sortHeads[sort].column === column.key);
  if (!by) return column;
  const { column: _, ...sorts } = sortHeads[by];
  return { ...column, sorts: { by, ...sorts } };
}
