import type { Administrator } from '#contract/accounts.ts';
import { Email } from '#web/ui/Email.tsx';
import { displayText, exactDate, shortDate } from '#web/ui/format.ts';
import { Mark } from '#web/ui/Mark.tsx';
import type { Column } from '#web/ui/table-columns.ts';
import { AdministratorMenu } from './AdministratorMenu.tsx';
import classes from './Administrators.module.css';

export function administratorColumns({
  ownId,
  isLast,
  onRemove,
  onReset,
}: {
  ownId: string | undefined;
  /** Whether there is only one left, who cannot be removed. */
  isLast: boolean;
  onRemove: (administrator: Administrator) => void;
  onReset: (administrator: Administrator) => void;
}): Column<Administrator>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      cell: ({ id, name }) => <Name name={name} isYou={id === ownId} />,
    },
    { key: 'email', header: 'Email', card: 'line', cell: ({ email }) => <Email email={email} /> },
    {
      key: 'created_at',
      header: 'Added',
      width: 144,
      cell: ({ created_at }) => (
        <time className="tabular" dateTime={created_at} title={exactDate(created_at)}>
          {shortDate(created_at)}
        </time>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 88,
      card: 'aside',
      align: 'right',
      cell: (administrator) => (
        <AdministratorMenu
          administrator={administrator}
          isYou={administrator.id === ownId}
          isLast={isLast}
          onRemove={() => onRemove(administrator)}
          onReset={() => onReset(administrator)}
        />
      ),
    },
  ];
}

function Name({ name, isYou }: { name: string; isYou: boolean }) {
  return (
    <div className={classes.name}>
      <span className={classes.nameText} dir="auto" title={displayText(name)}>
        {displayText(name)}
      </span>
      {isYou && <Mark>You</Mark>}
    </div>
  );
}
