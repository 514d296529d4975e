import { useMediaQuery } from '@mantine/hooks';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { PageSkeleton } from '#web/ui/PageSkeleton.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { LeadsPage } from './LeadsPage.tsx';
import { leadIdIn, useListBehind } from './lead-address.ts';
import { type ListedLeads, ListedLeadsContext, noneListed } from './listed-leads.ts';

const loadPanel = () => import('./lead/LeadPanel.tsx');
const LeadPanel = lazy(async () => ({ default: (await loadPanel()).LeadPanel }));
const LeadPage = lazy(async () => ({ default: (await import('./lead/LeadPage.tsx')).LeadPage }));

/**
 * The screens that list leads. One opened from a list stands over it, and the list stays as it is; one
 * opened by its address, as after a reload, is a page of its own.
 */
export function ListScreens() {
  const { pathname } = useLocation();
  const id = leadIdIn(pathname);
  const behind = useListBehind();
  const [listed, setListed] = useState(noneListed);
  const returnTo = useReturnToRow(id, listed.leads);
  const isSmall = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  useLoadAhead(loadPanel);
  if (!behind) {
    // spec §2: what is no address of a lead is an unknown path.
    if (!id) return <Navigate to="/dashboard" replace />;
    return (
      <Suspense fallback={<PageSkeleton />}>
        <LeadPage id={id} />
      </Suspense>
    );
  }
  return (
    <ListedLeadsContext value={setListed}>
      {/* A small screen has room for one of them. */}
      <div inert={id !== undefined && isSmall}>
        {behind === '/dashboard' ? <DashboardPage /> : <LeadsPage />}
      </div>
      {id && (
        <Suspense fallback={null}>
          <LeadPanel id={id} behind={behind} listed={listed} returnTo={returnTo} />
        </Suspense>
      )}
    </ListedLeadsContext>
  );
}

/** Whoever closes a lead is back on its row, or on the one that the lead has left its place to. */
function useReturnToRow(
  id: string | undefined,
  leads: ListedLeads['leads'],
): RefObject<string | undefined> {
  const returnTo = useRef<string>(undefined);
  useEffect(() => {
    if (id) {
      returnTo.current = id;
      return;
    }
    if (!returnTo.current || !leads) return;
    focusRow(returnTo.current);
    returnTo.current = undefined;
  }, [id, leads]);
  return returnTo;
}

function focusRow(id: string): void {
  const main = document.getElementById('main');
  // Whoever has gone on to something else stays there.
  if (document.activeElement !== document.body && document.activeElement !== main) return;
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-key]')];
  const row = rows.find(({ dataset }) => dataset.key === id);
  const link = row?.querySelector<HTMLElement>('a[href^="/leads/"]');
  if (link) link.focus();
  else main?.focus({ preventScroll: true });
}
