import type { ReactNode, RefObject } from 'react';
import { recentLeads } from '#contract/limits.ts';
import { useOpenRows } from '#web/lib/use-open-rows.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardHead, CardLink } from '#web/ui/CardHead.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import type { LeadColumn } from './common-lead-columns.tsx';
import { LeadsEmpty } from './LeadsEmpty.tsx';
import { leadAddress } from './lead-address.ts';
import { leadName } from './lead-text.ts';
import widths from './lead-widths.module.css';
import type { useLeads } from './leads.api.ts';
import classes from './NewestLeads.module.css';

/** The newest leads as a card, with a link to all of them. */
export function NewestLeads({
  title,
  all,
  columns,
  minWidth,
  query,
  news,
  listRef,
}: {
  title: string;
  all: { text: string; to: string };
  columns: LeadColumn[];
  minWidth: number;
  query: ReturnType<typeof useLeads>;
  /** Stands above them while there are newer ones. */
  news?: ReactNode;
  listRef?: RefObject<HTMLDivElement | null>;
}) {
  const failed = query.isError && !query.data;
  const opening = useOpenRows(leadAddress, query.data?.leads);
  return (
    <Card>
      {news}
      <CardHead title={title} action={<CardLink to={all.to}>{all.text}</CardLink>} />
      <div ref={listRef} tabIndex={-1} className={`${classes.list} ${widths.recent}`}>
        <DataTable
          label={title}
          columns={columns}
          rows={failed ? [] : query.data?.leads}
          rowKey={(lead) => lead.id}
          rowName={leadName}
          loading={query.isPending}
          skeletonRows={recentLeads}
          minWidth={minWidth}
          {...opening}
          empty={
            <LeadsEmpty
              failed={failed}
              retrying={query.isFetching}
              onRetry={() => query.refetch()}
            />
          }
        />
      </div>
    </Card>
  );
}
