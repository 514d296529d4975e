import { useSearchParams } from 'react-router';
import { useIsAdmin } from '#web/session/session.api.ts';
import { usePartners } from './partners.api.ts';

/** For whom an administrator adds leads, kept in the address; empty where they are their own. */
export function useForPartner() {
  const isAdmin = useIsAdmin();
  const [params, setParams] = useSearchParams();
  const partner = isAdmin ? (params.get('partner') ?? '') : '';
  const { data: partners } = usePartners({ enabled: partner !== '' });
  // Until the partners are here, nobody can say; where they cannot be loaded, the server will.
  const isUnknown = partner !== '' && partners?.every(({ id }) => id !== partner) === true;
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
  return { isAdmin, partner, isUnknown, choose };
}

export type ForPartnerChoice = ReturnType<typeof useForPartner>;
