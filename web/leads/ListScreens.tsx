import { lazy } from 'react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { RecordsOverLists } from '#web/ui/RecordsOverLists.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { LeadsPage } from './LeadsPage.tsx';
import { leadAddress } from './lead-address.ts';

const LeadPanel = lazyPart(async () => (await import('./lead/LeadPanel.tsx')).LeadPanel);
const LeadPage = lazy(async () => ({ default: (await import('./lead/LeadPage.tsx')).LeadPage }));

/** The screens that list leads, and a lead over them or by itself. */
export function ListScreens() {
  useLoadAhead(LeadPanel.load);
  return (
    <RecordsOverLists
      address={leadAddress}
      drawList={(path) => (path === '/dashboard' ? <DashboardPage /> : <LeadsPage />)}
      drawPanel={(opened) => <LeadPanel {...opened} />}
      drawPage={(id) => <LeadPage id={id} />}
    />
  );
}
