import { Button, CloseButton, Group } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
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
  const actions = (
    <Group gap="xs" wrap="nowrap">
      {pathname !== '/account' && (
        <Button variant="default" size="compact-sm" h={32} component={Link} to="/account">
          Change password
        </Button>
      )}
      <CloseButton size={32} aria-label={hideLabel} title={hideLabel} onClick={hide} />
    </Group>
  );
  return (
    <div className={classes.place}>
      <Notice kind="warning" actions={actions}>
        {warning}
      </Notice>
    </div>
  );
}
