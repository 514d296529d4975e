import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Administrator } from '#contract/accounts.ts';
import { keepTyped } from '#web/lib/keep-typed.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useSession } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { displayText } from '#web/ui/format.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AddAdministratorDialog } from './AddAdministratorDialog.tsx';
import classes from './Administrators.module.css';
import { AdministratorsEmpty } from './AdministratorsEmpty.tsx';
import { administratorMessages } from './account-text.ts';
import { useAdministrators } from './accounts.api.ts';
import { administratorColumns } from './administrator-columns.tsx';
import { RemoveAdministratorDialog } from './RemoveAdministratorDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';

/** Who runs the portal. They are few, so that there is nothing to search or to turn. */
export function AdministratorsPage() {
  const query = useAdministrators();
  const { user } = useSession();
  const region = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [adding, addDialog] = useDisclosure(false);
  const [removing, removal] = useSubject();
  const [resetting, reset] = useSubject();
  useFailureToast(query, administratorMessages.listFailed);
  useFocusRescue(region, query.data);
  const isLast = query.data?.length === 1;
  const columns = useMemo(
    () =>
      administratorColumns({
        ownId: user?.id,
        isLast,
        onRemove: (administrator) => openForm(() => removal.open(administrator)),
        onReset: (administrator) => openForm(() => reset.open(administrator)),
      }),
    [user?.id, isLast, removal.open, reset.open],
  );
  return (
    <>
      <PageHeader
        title="Administrators"
        description={administratorMessages.hint}
        actions={
          <Button
            ref={addButton}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => openForm(addDialog.open)}
          >
            Add administrator
          </Button>
        }
      />
      <Card>
        <div ref={region} tabIndex={-1} className={classes.list}>
          <DataTable
            label="Administrators"
            columns={columns}
            rows={query.isError && !query.data ? [] : query.data}
            rowKey={({ id }) => id}
            rowName={({ name }) => displayText(name)}
            loading={query.isPending}
            skeletonRows={2}
            minWidth={640}
            empty={<AdministratorsEmpty failed={query.isError} onRetry={query.refetch} />}
          />
        </div>
      </Card>
      <AddAdministratorDialog opened={adding} onClose={addDialog.close} focusAfter={addButton} />
      <RemoveAdministratorDialog {...removing} onClose={removal.close} focusAfter={region} />
      <ResetPasswordDialog {...resetting} onClose={reset.close} focusAfter={region} />
    </>
  );
}

/** A dialog takes a moment to give its first field the focus: what is typed until then is kept. */
function openForm(open: () => void): void {
  keepTyped();
  open();
}

/** Whom a dialog is about; while it closes it goes on showing them. */
function useSubject() {
  const [subject, setSubject] = useState<Administrator>();
  const [opened, { open, close }] = useDisclosure(false);
  const actions = useMemo(
    () => ({
      open: (administrator: Administrator) => {
        setSubject(administrator);
        open();
      },
      close,
    }),
    [open, close],
  );
  return [{ administrator: subject, opened }, actions] as const;
}
