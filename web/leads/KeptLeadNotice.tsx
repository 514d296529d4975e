import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { sessionStore } from '#web/lib/session-store.ts';
import { useSession } from '#web/session/session.api.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './KeptLead.module.css';
import { formPath, keptLead } from './kept-lead.ts';
import { leadMessages } from './lead-text.ts';

/** On every other screen: the way back to a lead that a session's end has interrupted. */
export function KeptLeadNotice() {
  const userId = useSession().user?.id ?? '';
  const { pathname } = useLocation();
  const address = useSyncExternalStore(keptLead.subscribe, () => keptLead.addressFor(userId));
  useEffect(
    () =>
      sessionStore.subscribe(() => {
        if (sessionStore.over === 'signed out') keptLead.forget();
      }),
    [],
  );
  useEffect(() => {
    if (userId) keptLead.forgetOthers(userId);
  }, [userId]);
  if (!address || pathname === formPath) return null;
  const discard = () => {
    keptLead.forget();
    // The button that had the focus is gone with the notice.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.place}>
      <Notice
        kind="info"
        actions={
          <div className={classes.actions}>
            <Button component={Link} to={address} variant="default" size="compact-sm" h={32}>
              Continue
            </Button>
            <Button variant="default" size="compact-sm" h={32} onClick={discard}>
              Discard
            </Button>
          </div>
        }
      >
        {leadMessages.leadKept}
      </Notice>
    </div>
  );
}
