import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type CommissionName, commissionNames, commissions } from '#contract/commissions.ts';
import type { Company } from '#contract/companies.ts';
import { useStepToRecord } from '#web/lib/record-address.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { isMissing } from '#web/ui/format.ts';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import type { Column } from '#web/ui/table-columns.ts';
import { Website } from '#web/ui/Website.tsx';
import classes from './CompanyCells.module.css';
import { commissionText, type Source } from './commission.ts';
import { companyAddress, companyPath } from './company-address.ts';
import { companyName } from './company-name.shared.ts';
import { explanationFields, explanationText } from './money-text.ts';

type Cell = Column<Company>;

const company: Cell = {
  key: 'company',
  header: 'Company',
  card: 'title',
  cell: ({ id, name, website }) => (
    <TwoLines first={<CompanyLink id={id} name={name} />} second={<Website website={website} />} />
  ),
};

const partner: Cell = {
  key: 'partner',
  header: 'Partner',
  width: '18%',
  // A company of several partners is told apart by whose it is.
  card: 'line',
  cell: ({ partner_id, partner_name }) => <PartnerLink id={partner_id} name={partner_name} />,
};

const status: Cell = {
  key: 'status',
  header: 'Status',
  width: 72,
  card: 'aside',
  cell: () => <span className={classes.live}>Live</span>,
};

type Shown = { source: Source; currency: string | undefined };

function commission(field: CommissionName, { source, currency }: Shown): Cell {
  return {
    key: field,
    header: commissions[field].label,
    align: 'right',
    // 'Not available in HubSpot' is longer than an amount.
    width: `max(${source === 'hubspot' ? 200 : 160}px, 12vw)`,
    card: 'amount',
    cell: (row) => (
      <span className={isMissing(row[field]) ? classes.missing : 'tabular'}>
        {commissionText(row[field], source, currency)}
        <Explained company={row} name={field} currency={currency} />
      </span>
    ),
  };
}

const edit = (onEdit: (company: Company) => void): Cell => ({
  key: 'actions',
  header: 'Actions',
  width: 80,
  align: 'right',
  cell: (row) => (
    <ActionIcon
      aria-label={`Edit commissions of ${companyName(row.name)}`}
      title="Edit commissions"
      onClick={() => onEdit(row)}
    >
      <IconPencil size={16} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  ),
});

/** spec §2, Live Companies: the partner in second place, for administrators only. */
export function companyColumns(
  options: Shown & {
    isAdmin: boolean;
    /** Undefined where commissions cannot be changed here. */
    onEdit: ((company: Company) => void) | undefined;
  },
): Cell[] {
  return [
    company,
    ...(options.isAdmin ? [partner] : []),
    status,
    ...commissionNames.map((name) => commission(name, options)),
    ...(options.onEdit ? [edit(options.onEdit)] : []),
  ];
}

/** How the amount comes about, where somebody says so. */
function Explained({
  company,
  name,
  currency,
}: {
  company: Company;
  name: CommissionName;
  currency: string | undefined;
}) {
  const { rate, base } = explanationFields(company, name);
  if (rate === null || base === null) return null;
  return <span className={classes.explained}>{explanationText({ rate, base }, currency)}</span>;
}

/** The name opens the company, one that nobody has given too. */
function CompanyLink({ id, name }: { id: string; name: string | null }) {
  const { search, options } = useStepToRecord(companyAddress);
  const to = { pathname: companyPath(id), search };
  if (isMissing(name)) {
    return (
      <Link className={`${classes.link} ${classes.missing}`} to={to} {...options}>
        {companyName(name)}
      </Link>
    );
  }
  return (
    <Tooltip label={name} multiline maw={320} position="top-start">
      <Link className={`${classes.link} ${classes.name}`} to={to} {...options} dir="auto">
        {name}
      </Link>
    </Tooltip>
  );
}
