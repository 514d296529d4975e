import { useSearchParams } from 'react-router';
import { useIsAdmin } from '#web/session/session.api.ts';
import { type Period, readDay, thisQuarter } from './period.ts';

/** Whose statement, and of which days: kept in the address, so that it can be sent and kept. */
export function useStatementAddress() {
  const [params, setParams] = useSearchParams();
  const isAdmin = useIsAdmin();
  const usual = thisQuarter(new Date());
  const asked = { from: params.get('from'), to: params.get('to') };
  const period: Period = {
    from: readDay(asked.from) ?? usual.from,
    to: readDay(asked.to) ?? usual.to,
  };
  // An address that names a day which does not exist is not answered with other days.
  const noDay = [asked.from, asked.to].find((text) => text && !readDay(text));
  // Whoever may not choose a partner is not misled by an address that does.
  const partner = (isAdmin && params.get('partner')) || undefined;
  const change = (part: { partner?: string } & Partial<Period>) => {
    const next = { ...(partner && { partner }), ...period, ...part };
    const kept = Object.entries(next).filter(([, value]) => value);
    setParams(new URLSearchParams(kept), { replace: true });
  };
  return { partner, period, noDay, change };
}
