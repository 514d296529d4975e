import { useSearchParams } from 'react-router';
import { useIsAdmin } from '#web/session/session.api.ts';

/** For whom an administrator adds leads, kept in the address; empty where they are their own. */
export function useForPartner() {
  const isAdmin = useIsAdmin();
  const [params, setParams] = useSearchParams();
  const choose = (id: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (id) next.set('partner', id);
        else next.delete('partner');
        return next;
      },
      { replace: true },
    );
  return { isAdmin, partner: isAdmin ? (params.get('partner') ?? '') : '', choose };
}

export type ForPartnerChoice = ReturnType<typeof useForPartner>;
