import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { Card } from '#web/ui/Card.tsx';
import { OnDemand } from '#web/ui/OnDemand.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { ViewsButton } from '#web/views/ViewsButton.shared.tsx';
import { useColumnChoice } from './columns/use-column-choice.ts';
import { useExport } from './export/use-export.ts';
import { LeadActions } from './LeadActions.tsx';
import { LeadNews } from './LeadNews.tsx';
import { LeadsTable } from './LeadsTable.tsx';
import { LeadsToolbar } from './LeadsToolbar.tsx';
import { SelectionProvider } from './many/SelectionProvider.tsx';
import { TickedBar } from './many/TickedBar.tsx';
import { useGoToFound } from './use-go-to-found.ts';
import { useLeadsList } from './use-leads-list.ts';

const DeleteLeadDialog = lazy(async () => ({
  default: (await import('./DeleteLeadDialog.tsx')).DeleteLeadDialog,
}));

/** Few come by way of an upload: the others do not load what tells of it. */
const ImportFilter = lazy(async () => ({
  default: (await import('#web/imports/ImportFilter.shared.tsx')).ImportFilter,
}));

const loadChoices = () =>
  Promise.all([import('./StatusChooser.tsx'), import('./DeleteLeadDialog.tsx')]);

/** The same element each time: what never changes is not rendered again with the list. */
const actions = <LeadActions />;

/** spec §2, Leads page. The address keeps page, size, search and filters. */
export function LeadsPage() {
  const list = useLeadsList();
  useLoadAhead(loadChoices);
  const columns = useColumnChoice();
  const exporter = useExport(list);
  const [leadToDelete, setLeadToDelete] = useState<Lead>();
  const [confirming, { open, close }] = useDisclosure(false);
  const table = useRef<HTMLDivElement>(null);
  const statusFilter = useRef<HTMLSelectElement>(null);
  const found = useGoToFound(list, table);
  const askToDelete = useCallback(
    (lead: Lead) => {
      setLeadToDelete(lead);
      open();
    },
    [open],
  );
  const showEveryUpload = () => {
    list.change({ import: '' });
    // What was pressed is gone with the filter.
    table.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <PageHeader
        title="Leads Management"
        tab="Leads"
        beside={<ViewsButton query={list.address} />}
        actions={actions}
      />
      <SelectionProvider list={list}>
        <Card>
          <LeadNews focusAfter={table} />
          <LeadsToolbar
            list={list}
            columns={columns.choice}
            onColumns={columns.keep}
            exporter={exporter}
            statusFilter={statusFilter}
            onSearch={found.search}
            onDown={found.goDown}
          />
          {list.state.import && (
            <Suspense fallback={null}>
              <ImportFilter id={list.state.import} onClear={showEveryUpload} />
            </Suspense>
          )}
          <LeadsTable
            list={list}
            columns={columns.choice}
            onDelete={askToDelete}
            // What the filter left out last is found again from there.
            onFocusLost={() => statusFilter.current?.focus()}
            onSettled={found.arrive}
            ref={table}
          />
          <TickedBar list={list} exporter={exporter} table={table} />
          <Pager {...list.state} total={list.total} onChange={list.turnTo} />
        </Card>
      </SelectionProvider>
      <OnDemand opened={confirming}>
        {(opened) => (
          <DeleteLeadDialog
            lead={leadToDelete}
            opened={opened}
            onClose={close}
            onDeleted={list.clear}
            focusAfter={table}
          />
        )}
      </OnDemand>
    </>
  );
}
