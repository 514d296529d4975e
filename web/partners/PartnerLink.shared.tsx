import { Link } from 'react-router';
import { useSession } from '#web/session/session.api.ts';
import classes from './PartnerLink.module.css';
import { partnerName } from './partner-name.shared.ts';
import { partnerPath } from './partner-path.ts';
import { usePartners } from './partners.api.ts';

/**
 * Whether an administrator is led from a name to a page, or to a statement. Leads and companies may be
 * an administrator's own: who is not among the partners has neither. Until those are here, only the
 * reader is known to be none.
 */
export function useIsPartner(id: string): boolean {
  const { user } = useSession();
  const isAdmin = user?.role === 'admin';
  const { data } = usePartners({ enabled: isAdmin });
  return isAdmin && id !== user.id && (!data || data.some((one) => one.id === id));
}

/**
 * A partner's name, which leads an administrator to their page; one who is deleted has none, and
 * neither has an administrator.
 */
export function PartnerLink({
  id,
  name,
  lines = 1,
}: {
  id: string;
  name: string | null;
  /** How many the name may take before it is cut; within a sentence it is not cut. */
  lines?: 1 | 2 | 'any';
}) {
  const isPartner = useIsPartner(id);
  const text = partnerName(name);
  const shown = { className: classes.name ?? '', 'data-lines': lines, dir: 'auto', title: text };
  if (!isPartner || name === null) return <span {...shown}>{text}</span>;
  return (
    <Link {...shown} to={partnerPath(id)}>
      {text}
    </Link>
  );
}
