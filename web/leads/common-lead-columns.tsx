import type { Lead } from '#contract/leads.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { Cut } from '#web/ui/Cut.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import type { Column } from '#web/ui/table-columns.ts';
import { Website } from '#web/ui/Website.tsx';
import { choosable } from './columns/column-choice.ts';
import { DateAdded } from './LeadCells.tsx';
import { LeadLink } from './LeadLink.tsx';
import { contactName } from './lead-text.ts';
import { StatusBadge } from './StatusBadge.tsx';

export type LeadColumn = Column<Lead>;

/** What the leads list and the dashboard show alike. */
export const company: LeadColumn = {
  key: 'company',
  header: 'Company',
  card: 'title',
  cell: (lead) => (
    <TwoLines first={<LeadLink lead={lead} />} second={<Website website={lead.website} />} />
  ),
};

export const partner: LeadColumn = {
  key: 'partner',
  header: choosable.partner.name,
  width: 'var(--partner-width)',
  cell: (lead) => <PartnerLink id={lead.partner_id} name={lead.partner_name} lines={2} />,
};

export const contact: LeadColumn = {
  key: 'contact',
  header: choosable.contact.name,
  width: 'var(--contact-width)',
  card: 'line',
  cell: (lead) => (
    <TwoLines
      first={<Cut what="Contact" text={contactName(lead)} />}
      second={<Cut what="Title" text={lead.title} />}
    />
  ),
};

export const status: LeadColumn = {
  key: 'status',
  header: choosable.status.name,
  width: 'var(--status-width)',
  card: 'aside',
  cell: (lead) => <StatusBadge lead={lead} />,
};

export const dateAdded: LeadColumn = {
  key: 'date',
  header: choosable.date.name,
  width: 'var(--date-width)',
  card: 'note',
  cell: (lead) => <DateAdded date={lead.created_at} />,
};
