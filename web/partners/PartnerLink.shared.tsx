import { Link } from 'react-router';
import { useIsAdmin } from '#web/session/session.api.ts';
import { isMissing } from '#web/ui/format.ts';
import classes from './PartnerLink.module.css';
import { partnerName } from './partner-name.shared.ts';
import { partnerPath } from './partner-path.ts';

/** A partner's name, which leads an administrator to their page; one who is deleted has none. */
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
  const isAdmin = useIsAdmin();
  const text = partnerName(name);
  const shown = { className: classes.name ?? '', 'data-lines': lines, dir: 'auto', title: text };
  if (!isAdmin || isMissing(name)) return <span {...shown}>{text}</span>;
  return (
    <Link {...shown} to={partnerPath(id)}>
      {text}
    </Link>
  );
}
