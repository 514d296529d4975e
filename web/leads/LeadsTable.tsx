import { type RefObject, useMemo } from 'react';
import type { Lead } from '#contract/leads.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useOpenRows } from '#web/lib/use-open-rows.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { type ColumnChoice, extraWidth } from './columns/column-choice.ts';
import { LeadsEmpty } from './LeadsEmpty.tsx';
import classes from './LeadsTable.module.css';
import { leadAddress } from './lead-address.ts';
import { leadColumns } from './lead-columns.tsx';
import { leadName } from './lead-text.ts';
import widths from './lead-widths.module.css';
import type { LeadsList } from './use-leads-list.ts';
import { useRestore } from './use-restore.ts';

export function LeadsTable({
  list,
  columns: choice,
  onDelete,
  onFocusLost,
  onSettled,
  ref,
}: {
  list: LeadsList;
  columns: ColumnChoice;
  onDelete: (lead: Lead) => void;
  onFocusLost: () => void;
  onSettled: () => void;
  ref: RefObject<HTMLDivElement | null>;
}) {
  const isAdmin = useIsAdmin();
  const isDeleted = Boolean(list.state.deleted);
  const isStuck = Boolean(list.state.stuck);
  // Unasked, those that were deleted last come first, which no head stands for.
  const shownSort = isDeleted && !list.state.sort ? '' : list.sort;
  const { restore: onRestore } = useRestore();
  const columns = useMemo(
    () => leadColumns({ isAdmin, isDeleted, isStuck, onDelete, onRestore }, choice),
    [isAdmin, isDeleted, isStuck, onDelete, onRestore, choice],
  );
  useFocusRescue(ref, list.rows);
  const opening = useOpenRows(leadAddress, list.rows, list);
  const columnWidths = [
    widths.leads,
    isAdmin && widths.withPartner,
    isDeleted ? widths.deleted : widths.selectable,
  ]
    .filter(Boolean)
    .join(' ');
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
        extraWidth={extraWidth(choice)}
        sorting={{ sort: shownSort, onSort: list.sortBy }}
        onFocusLost={onFocusLost}
        onSettled={onSettled}
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
