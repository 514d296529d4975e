import { Button, Checkbox } from '@mantine/core';
import { useIsAdmin } from '#web/session/session.api.ts';
import classes from './ColumnsPanel.module.css';
import { type ColumnChoice, choosableColumns, isShown, switched } from './column-choice.ts';

/** Which columns show beside Company and Actions, in the order in which they stand. */
export function ColumnsPanel({
  choice,
  onChange,
}: {
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}) {
  const isAdmin = useIsAdmin();
  return (
    <fieldset className={`plain-group ${classes.columns}`}>
      <legend className={classes.legend}>Columns</legend>
      {choosableColumns
        .filter(({ adminOnly }) => isAdmin || !adminOnly)
        .map(({ key, name }) => (
          <Checkbox
            key={key}
            label={name}
            checked={isShown(choice, key)}
            onChange={() => onChange(switched(choice, key))}
          />
        ))}
      <Button
        variant="default"
        size="compact-sm"
        h={32}
        mt={4}
        disabled={choice.length === 0}
        onClick={() => onChange([])}
      >
        Usual columns
      </Button>
    </fieldset>
  );
}
