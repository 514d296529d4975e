import { lazy } from 'react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { RecordsOverLists } from '#web/ui/RecordsOverLists.tsx';
import { companyAddress } from './company-address.ts';
import { LiveCompaniesPage } from './LiveCompaniesPage.tsx';

const CompanyPanel = lazyPart(
  async () => (await import('./company/CompanyPanel.tsx')).CompanyPanel,
);
const CompanyPage = lazy(async () => ({
  default: (await import('./company/CompanyPage.tsx')).CompanyPage,
}));

/** The list of live companies, and a company over it or by itself. */
export function CompanyScreens() {
  useLoadAhead(CompanyPanel.load);
  return (
    <RecordsOverLists
      address={companyAddress}
      drawList={() => <LiveCompaniesPage />}
      drawPanel={({ id, listed }) => <CompanyPanel id={id} listed={listed} />}
      drawPage={(id) => <CompanyPage id={id} />}
    />
  );
}
