import { Suspense, useRef } from 'react';
import { recentLeads } from '#contract/limits.ts';
import { MoneyTotals } from '#web/companies/MoneyTotals.shared.tsx';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useMovementAhead } from '#web/movement/movement.api.ts';
import { usePartners } from '#web/partners/partners.api.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { CardStack } from '#web/ui/CardStack.tsx';
import { KeptRoom } from '#web/ui/KeptRoom.tsx';
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
import { leadMessages } from './lead-text.ts';
import { useLeads } from './leads.api.ts';
import { NewestLeads } from './NewestLeads.tsx';
import { StatCards } from './StatCards.tsx';

/** Charts have code of their own, which is on its way while it turns out who is signed in. */
const Movement = lazyPart(async () => (await import('#web/movement/Movement.shared.tsx')).Movement);
Movement.load().catch(() => undefined);
const movementWaiting = (
  <KeptRoom name="movement" waiting>
    <div className={classes.movement} />
  </KeptRoom>
);

/** Hardly ever anything is to be said. */
const DiskNotice = lazyPart(async () => (await import('#web/operation/DiskNotice.tsx')).DiskNotice);

const ownColumns: LeadColumn[] = [company, contact, status, dateAdded];
const allColumns: LeadColumn[] = [company, partner, contact, status, dateAdded];

/** spec §2, Dashboard */
export function DashboardPage() {
  useMovementAhead();
  // Names lead to their pages: whoever waits for the rows that hold them asks a round trip later.
  const isAdmin = useIsAdmin();
  usePartners({ enabled: isAdmin });
  return (
    <>
      <PageHeader title="Dashboard" actions={<LeadActions />} />
      <CardStack>
        {isAdmin && (
          <Suspense fallback={null}>
            <DiskNotice />
          </Suspense>
        )}
        <StatCards />
        <MoneyTotals />
        <Suspense fallback={movementWaiting}>
          <KeptRoom name="movement" waiting={false}>
            <Movement />
          </KeptRoom>
        </Suspense>
        <RecentLeads />
      </CardStack>
    </>
  );
}

function RecentLeads() {
  const isAdmin = useIsAdmin();
  const query = useLeads({ page: 0, pageSize: recentLeads });
  useFailureToast(query, leadMessages.loadFailed);
  const list = useRef<HTMLDivElement>(null);
  return (
    <NewestLeads
      title="Recent Leads"
      all={{ text: 'View All', to: '/leads' }}
      columns={isAdmin ? allColumns : ownColumns}
      minWidth={640}
      query={query}
      news={<LeadNews focusAfter={list} />}
      listRef={list}
    />
  );
}
