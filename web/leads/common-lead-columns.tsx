import type { Lead } from '#contract/leads.ts';
import { partnerName } from '#web/partners/partner-name.shared.ts';
import { type Column, TwoLines } from '#web/ui/DataTable.tsx';
import { displayText } from '#web/ui/format.ts';
import { Website } from '#web/ui/Website.tsx';
import { Cut, DateAdded } from './LeadCells.tsx';
import { contactOf } from './lead-text.ts';
import { StatusBadge } from './StatusBadge.tsx';

export type LeadColumn = Column<Lead>;

/** What the leads list and the dashboard show alike. */
export const company: LeadColumn = {
  key: 'company',
  header: 'Company',
  cell: (lead) => (
    <TwoLines
      first={<Cut text={displayText(lead.company_name)} />}
      second={<Website website={lead.website} />}
    />
  ),
};

export const partner: LeadColumn = {
  key: 'partner',
  header: 'Partner',
  cell: (lead) => <Cut text={partnerName(lead.partner_name)} />,
};

export const contact: LeadColumn = {
  key: 'contact',
  header: 'Contact',
  cell: (lead) => (
    <TwoLines
      first={<Cut text={contactOf(lead)} />}
      second={<Cut text={displayText(lead.title)} />}
    />
  ),
};

export const status: LeadColumn = {
  key: 'status',
  header: 'Status',
  width: 176,
  cell: (lead) => <StatusBadge lead={lead} />,
};

export const dateAdded: LeadColumn = {
  key: 'date',
  header: 'Date Added',
  width: 106,
  cell: (lead) => <DateAdded date={lead.created_at} />,
};
