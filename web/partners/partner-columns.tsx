import { Link } from 'react-router';
import type { Partner } from '#contract/partners.ts';
import { Cut } from '#web/ui/Cut.tsx';
import { Email } from '#web/ui/Email.tsx';
import { displayText } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-columns.ts';
import { editPath } from './edit-path.ts';
import { PartnerMenu } from './PartnerMenu.tsx';
import classes from './PartnersPage.module.css';

/** spec §2, Partners list */
export function partnerColumns(onDelete: (partner: Partner) => void): Column<Partner>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      cell: (partner) => (
        <Link
          className={`${classes.cut} ${classes.name}`}
          to={editPath(partner)}
          dir="auto"
          title={partner.name}
        >
          {displayText(partner.name)}
        </Link>
      ),
    },
    { key: 'email', header: 'Email', cell: ({ email }) => <Email email={email} /> },
    {
      key: 'company',
      header: 'Company',
      card: 'line',
      cell: ({ company }) => <Cut text={company} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 88,
      card: 'aside',
      align: 'right',
      cell: (partner) => <PartnerMenu partner={partner} onDelete={() => onDelete(partner)} />,
    },
  ];
}
