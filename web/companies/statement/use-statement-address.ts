import { useSearchParams } from 'react-router';
import { useIsAdmin } from '#web/session/session.api.ts';
import { type Period, readDay, thisQuarter } from './period.ts';

/** Whose statement, and of which days: kept in the address, so that it can be sent and kept. */
export function useStatementAddress() {
  const [params, setParams] = useSearchParams();
  const isAdmin = useIsAdmin();
  const usual = thisQuarter(new Date());
  const [from, to] = [readDay(params.get('from')), readDay(params.get('to'))];
  const period: Period =
    from && to ? { from, to } : { from: from ?? usual.from, to: to ?? usual.to };
  // Whoever may not choose a partner is not misled by an address that does.
  const partner = (isAdmin && params.get('partner')) || undefined;
  const change = (part: { partner?: string } & Partial<Period>) => {
    const next = { ...(partner && { partner }), ...period, ...part };
    const kept = Object.entries(next).filter(([, value]) => value);
    setParams(new URLSearchParams(kept), { replace: true });
  };
  return { partner, period, change };
}
