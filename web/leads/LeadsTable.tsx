import { type RefObject, useMemo } from 'react';
import type { Lead } from '#contract/leads.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { LeadsEmpty } from './LeadsEmpty.tsx';
import classes from './LeadsTable.module.css';
import { leadColumns } from './lead-columns.tsx';
import { leadName } from './lead-text.ts';
import widths from './lead-widths.module.css';
import type { LeadsList } from './use-leads-list.ts';
import { useOpenRows } from './use-open-rows.ts';

export function LeadsTable({
  list,
  onDelete,
  onFocusLost,
  ref,
}: {
  list: LeadsList;
  onDelete: (lead: Lead) => void;
  onFocusLost: () => void;
  ref: RefObject<HTMLDivElement | null>;
}) {
  const isAdmin = useIsAdmin();
  const columns = useMemo(() => leadColumns(isAdmin, onDelete), [isAdmin, onDelete]);
  useFocusRescue(ref, list.rows);
  const opening = useOpenRows(list.rows, list);
  const columnWidths = isAdmin ? `${widths.leads} ${widths.withPartner}` : widths.leads;
  return (
    <div ref={ref} tabIndex={-1} className={`${classes.list} ${columnWidths}`}>
      <DataTable
        label="Leads"
        columns={columns}
        rows={list.rows}
        rowKey={(lead) => lead.id}
        rowName={leadName}
        loading={list.loading}
        skeletonRows={list.state.pageSize}
        minWidth={isAdmin ? 1000 : 920}
        onFocusLost={onFocusLost}
        {...opening}
        empty={
          <LeadsEmpty
            failed={list.failed}
            retrying={list.retrying}
            onRetry={list.retry}
            onClear={list.filtered ? list.clear : undefined}
          />
        }
      />
    </div>
  );
}
