import { Link, useLocation } from 'react-router';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './CrmNotice.module.css';
import { useCrmFault } from './crm.api.ts';
import { faultTexts } from './crm-text.ts';

/** On every screen of an administrator, while the connection waits for a person; its page says more. */
export function CrmNotice() {
  const fault = useCrmFault(useIsAdmin());
  const { pathname } = useLocation();
  if (!fault || !faultTexts[fault.kind].needsPerson || pathname === '/crm') return null;
  return (
    <div className={classes.place}>
      <Notice kind="error">
        <p>
          {faultTexts[fault.kind].title}: until that is mended, leads wait to be sent and statuses
          may be old.{' '}
          <Link className={classes.link ?? ''} to="/crm">
            See what to do
          </Link>
        </p>
      </Notice>
    </div>
  );
}
