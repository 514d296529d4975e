import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { sessionStore } from '#web/lib/session-store.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { useSetPageTitle } from '#web/ui/page-title.ts';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginPage.module.css';
import { PasswordWarning } from './PasswordWarning.tsx';
import { useSession } from './session.api.ts';

/** spec §2, Login screen */
export function LoginPage() {
  useSetPageTitle('Sign in');
  const { ended, enter } = useSession();
  const [pendingWarning, setPendingWarning] = useState<{ user: User; warning: string }>();
  const continueAs = (user: User) => {
    // Another tab may have signed out while the warning was read.
    if (sessionStore.token) enter(user);
    else setPendingWarning(undefined);
  };
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <header className={classes.header}>
          <h1 className={classes.title}>
            <Brand large />
          </h1>
          <p className={classes.purpose}>Partner login for lead management</p>
        </header>
        <div className={classes.stage}>
          <Backdrop />
          <section className={classes.card} aria-label="Sign in">
            {pendingWarning ? (
              <PasswordWarning
                warning={pendingWarning.warning}
                onContinue={() => continueAs(pendingWarning.user)}
              />
            ) : (
              <LoginForm
                ended={ended}
                onSignedIn={({ user, password_warning: warning }) =>
                  warning ? setPendingWarning({ user, warning }) : enter(user)
                }
              />
            )}
          </section>
        </div>
        {!pendingWarning && (
          <p className={classes.foot}>
            Don't have an account? <span>Contact your administrator for access.</span>
          </p>
        )}
      </div>
    </main>
  );
}

/** The two paths of the wordmark, drawn large and faint: they meet behind the card. */
function Backdrop() {
  return (
    <svg className={classes.backdrop} viewBox="0 0 1600 480" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((step) => (
        <path
          key={step}
          d={`M0 ${40 + step * 20}H${540 - step * 24}a320 320 0 0 1 320 320
            M1600 ${40 + step * 20}H${1060 + step * 24}a320 320 0 0 0 -320 320`}
        />
      ))}
    </svg>
  );
}
