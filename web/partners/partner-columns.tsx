import type { ListedPartner } from '#contract/partners.ts';
import { Cut } from '#web/ui/Cut.tsx';
import { Email } from '#web/ui/Email.tsx';
import { exactDate } from '#web/ui/format.ts';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import type { Column } from '#web/ui/table-columns.ts';
import { PartnerLink } from './PartnerLink.shared.tsx';
import { PartnerMenu } from './PartnerMenu.tsx';
import classes from './PartnersPage.module.css';
import { signInText, workText } from './partner-text.ts';

/** spec §2, Partners list */
export function partnerColumns(
  onDelete: (partner: ListedPartner) => void,
): Column<ListedPartner>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      cardInFull: true,
      cell: ({ id, name, leads, live_companies }) => {
        const work = workText(leads, live_companies);
        return (
          <TwoLines
            first={
              <span className={classes.name}>
                <PartnerLink id={id} name={name} />
              </span>
            }
            second={
              <span className="tabular" title={work}>
                {work}
              </span>
            }
          />
        );
      },
    },
    { key: 'email', header: 'Email', cell: ({ email }) => <Email email={email} /> },
    {
      key: 'company',
      header: 'Company',
      card: 'line',
      cardInFull: true,
      cell: ({ company, last_signed_in_at: at }) => (
        <TwoLines
          first={<Cut text={company} />}
          second={<time title={exactDate(at)}>{signInText(at, Date.now())}</time>}
        />
      ),
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
