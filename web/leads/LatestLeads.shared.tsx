import { Link } from 'react-router';
import { recentLeads } from '#contract/limits.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { company, contact, dateAdded, type LeadColumn, status } from './common-lead-columns.tsx';
import classes from './DashboardPage.module.css';
import { LeadsEmpty } from './LeadsEmpty.tsx';
import { leadName } from './lead-text.ts';
import widths from './lead-widths.module.css';
import { useLeads } from './leads.api.ts';
import { useOpenRows } from './use-open-rows.ts';

const columns: LeadColumn[] = [company, contact, status, dateAdded];

/** The newest leads of one partner, for where that partner is told about. */
export function LatestLeads({ partner }: { partner: string }) {
  const query = useLeads({ page: 0, pageSize: recentLeads, filter: { partner_id: partner } });
  const failed = query.isError && !query.data;
  const opening = useOpenRows(query.data?.leads);
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={classes.heading}>Latest leads</h2>
        <Link className={classes.all} to={`/leads?${new URLSearchParams({ partner })}`}>
          View all
        </Link>
      </div>
      <div className={widths.recent}>
        <DataTable
          label="Latest leads"
          columns={columns}
          rows={failed ? [] : query.data?.leads}
          rowKey={(lead) => lead.id}
          rowName={leadName}
          loading={query.isPending}
          skeletonRows={recentLeads}
          minWidth={560}
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
