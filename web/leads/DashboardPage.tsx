import { lazy, Suspense, useRef } from 'react';
import { Link } from 'react-router';
import { recentLeads } from '#contract/limits.ts';
import { MoneyTotals } from '#web/companies/MoneyTotals.shared.tsx';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import {
  company,
  contact,
  dateAdded,
  type LeadColumn,
  partner,
  status,
} from './common-lead-columns.tsx';
import classes from './DashboardPage.module.css';
import { LeadActions } from './LeadActions.tsx';
import { LeadNews } from './LeadNews.tsx';
import { LeadsEmpty } from './LeadsEmpty.tsx';
import { leadMessages, leadName } from './lead-text.ts';
import widths from './lead-widths.module.css';
import { useLeads } from './leads.api.ts';
import { StatCards } from './StatCards.tsx';
import { useOpenRows } from './use-open-rows.ts';

/** Charts come after the cards, with code of their own. */
const Movement = lazy(async () => ({
  default: (await import('#web/movement/Movement.shared.tsx')).Movement,
}));

const ownColumns: LeadColumn[] = [company, contact, status, dateAdded];
const allColumns: LeadColumn[] = [company, partner, contact, status, dateAdded];

/** spec §2, Dashboard */
export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" actions={<LeadActions />} />
      <StatCards />
      <MoneyTotals />
      <Suspense fallback={<div className={classes.movement} />}>
        <Movement />
      </Suspense>
      <RecentLeads />
    </>
  );
}

function RecentLeads() {
  const isAdmin = useIsAdmin();
  const query = useLeads({ page: 0, pageSize: recentLeads });
  useFailureToast(query, leadMessages.loadFailed);
  const failed = query.isError && !query.data;
  const table = useRef<HTMLDivElement>(null);
  const opening = useOpenRows(query.data?.leads);
  return (
    <Card>
      <LeadNews focusAfter={table} />
      <div className={classes.head}>
        <h2 className={classes.heading}>Recent Leads</h2>
        <Link className={classes.all} to="/leads">
          View All
        </Link>
      </div>
      <div ref={table} tabIndex={-1} className={`${classes.list} ${widths.recent}`}>
        <DataTable
          label="Recent Leads"
          columns={isAdmin ? allColumns : ownColumns}
          rows={failed ? [] : query.data?.leads}
          rowKey={(lead) => lead.id}
          rowName={leadName}
          loading={query.isPending}
          skeletonRows={recentLeads}
          minWidth={640}
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
