import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { changeOnAccountPage } from '#contract/account-page-text.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './PasswordNotice.module.css';
import { hiddenDays, passwordWarnings } from './password-warning.shared.ts';
import { useSession } from './session.api.ts';

const hideLabel = `Hide for ${hiddenDays} days`;

/** spec §2: what signing in had to say of the password, where it holds nobody up (decision 0019). */
export function PasswordNotice() {
  const userId = useSession().user?.id ?? '';
  const { pathname } = useLocation();
  const warning = useSyncExternalStore(passwordWarnings.subscribe, () =>
    passwordWarnings.shownTo(userId),
  );
  if (!warning) return null;
  const hide = () => {
    passwordWarnings.hide(userId);
    // The button that had the focus is gone with the notice.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.place}>
      <Notice kind="warning">
        <div className={classes.line}>
          <p className={classes.text} dir="auto">
            {/* The link says it, and the Account page has the form itself. */}
            {warning.replace(changeOnAccountPage, '')}{' '}
            {pathname !== '/account' && (
              <Link className={classes.link ?? ''} to="/account">
                Change password
              </Link>
            )}
          </p>
          <CloseButton
            className={classes.hide}
            size={32}
            iconSize={18}
            aria-label={hideLabel}
            title={hideLabel}
            onClick={hide}
          />
        </div>
      </Notice>
    </div>
  );
}
