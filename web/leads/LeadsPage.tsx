import { useDisclosure } from '@mantine/hooks';
import { useCallback, useRef, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { DeleteLeadDialog } from './DeleteLeadDialog.tsx';
import { LeadActions } from './LeadActions.tsx';
import { LeadsTable } from './LeadsTable.tsx';
import { LeadsToolbar } from './LeadsToolbar.tsx';
import { useLeadsList } from './use-leads-list.ts';

/** spec §2, Leads page. The address keeps page, size, search and filters. */
export function LeadsPage() {
  const list = useLeadsList();
  const [doomed, setDoomed] = useState<Lead>();
  const [asking, { open, close }] = useDisclosure(false);
  const table = useRef<HTMLDivElement>(null);
  const askToDelete = useCallback(
    (lead: Lead) => {
      setDoomed(lead);
      open();
    },
    [open],
  );
  return (
    <>
      <PageHeader title="Leads Management" tab="Leads" actions={<LeadActions />} />
      <Card>
        <LeadsToolbar list={list} />
        <LeadsTable list={list} onDelete={askToDelete} ref={table} />
        <Pager {...list.state} total={list.total} onChange={list.change} />
      </Card>
      <DeleteLeadDialog
        lead={doomed}
        opened={asking}
        onClose={close}
        onDeleted={list.clear}
        focusAfter={table}
      />
    </>
  );
}
