import { Brand } from '#web/ui/Brand.tsx';
import { useSetPageTitle } from '#web/ui/page-title.ts';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginPage.module.css';
import { useSession } from './session.api.ts';

/** spec §2, Login screen */
export function LoginPage() {
  useSetPageTitle('Sign in');
  const { ended, enter } = useSession();
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
            <LoginForm ended={ended} onSignedIn={enter} />
          </section>
        </div>
        <p className={classes.foot}>
          Don't have an account? <span>Contact your administrator for access.</span>
        </p>
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
