import { useSession } from '#web/session/session.api.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './AccountPage.module.css';
import { ChangePassword } from './ChangePassword.tsx';
import { SessionList } from './SessionList.tsx';

/** What everyone sees to themselves: their password, and where they are signed in. */
export function AccountPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHeader title="Account" description={user.email} />
      <div className={classes.parts}>
        <ChangePassword user={user} />
        <SessionList />
      </div>
    </>
  );
}
