import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './FormGrid.module.css';

/** Two columns where there is room for them (spec §2, shared form pieces). */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

export function FormActions({
  submit,
  busy,
  loading = busy,
  more,
  cancelTo,
}: {
  submit: string;
  busy: boolean;
  /** Where another way to submit was taken, its own button shows the progress. */
  loading?: boolean;
  /** Another way to submit. */
  more?: ReactNode;
  cancelTo: string;
}) {
  return (
    <Group gap="xs" mt="xs" data-keep-clear>
      <Button type="submit" loading={loading} disabled={busy && !loading}>
        {submit}
      </Button>
      {more}
      <Button variant="default" component={Link} to={cancelTo}>
        Cancel
      </Button>
    </Group>
  );
}
