import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { PageSkeleton } from '#web/ui/PageSkeleton.tsx';
import { companyIdIn, companyPath, useLiveBehind } from './company-address.ts';
import { LiveCompaniesPage } from './LiveCompaniesPage.tsx';
import { ListedCompaniesContext, noneListed } from './listed-companies.ts';

const loadPanel = () => import('./company/CompanyPanel.tsx');
const CompanyPanel = lazy(async () => ({ default: (await loadPanel()).CompanyPanel }));
const CompanyPage = lazy(async () => ({
  default: (await import('./company/CompanyPage.tsx')).CompanyPage,
}));

/**
 * The list of live companies, and a company. One opened from the list stands over it, and the list
 * stays as it is; one opened by its address, as after a reload, is a page of its own.
 */
export function CompanyScreens() {
  const { pathname } = useLocation();
  const id = companyIdIn(pathname);
  const hasList = useLiveBehind();
  const [listed, setListed] = useState(noneListed);
  useReturnToRow(id, listed.ids);
  const isSmall = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  useLoadAhead(loadPanel);
  if (!hasList) {
    // spec §2: what is no address of a company is an unknown path.
    if (!id) return <Navigate to="/dashboard" replace />;
    return (
      <Suspense fallback={<PageSkeleton />}>
        <CompanyPage id={id} />
      </Suspense>
    );
  }
  return (
    <ListedCompaniesContext value={setListed}>
      {/* A small screen has room for one of them. */}
      <div inert={id !== undefined && isSmall}>
        <LiveCompaniesPage />
      </div>
      {id && (
        <Suspense fallback={null}>
          <CompanyPanel id={id} listed={listed} />
        </Suspense>
      )}
    </ListedCompaniesContext>
  );
}

/** Whoever closes a company is back on its row. */
function useReturnToRow(id: string | undefined, listed: string[] | undefined): void {
  const returnTo = useRef<string>(undefined);
  useEffect(() => {
    if (id) {
      returnTo.current = id;
      return;
    }
    if (!returnTo.current || !listed) return;
    focusRow(returnTo.current);
    returnTo.current = undefined;
  }, [id, listed]);
}

function focusRow(id: string): void {
  const main = document.getElementById('main');
  // Whoever has gone on to something else stays there.
  if (document.activeElement !== document.body && document.activeElement !== main) return;
  const link = document.querySelector<HTMLElement>(`tbody a[href^="${companyPath(id)}"]`);
  if (link) link.focus();
  else main?.focus({ preventScroll: true });
}
