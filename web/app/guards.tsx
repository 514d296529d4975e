import { useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { useSession } from '#web/session/session.api.ts';

/** spec §2: nothing renders while the session is checked; without a user, to /login. */
export function SignedInOnly() {
  const { user, loading } = useSession();
  if (loading) return null;
  return user ? <Outlet /> : <Navigate to="/login" replace />;
}

/** Whoever signs in here keeps the login page, and what it says, until the dashboard is there. */
export function SignedOutOnly() {
  const { user, loading } = useSession();
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (loading) return null;
  if (!user && !wasSignedOut) setWasSignedOut(true);
  return (
    <>
      {user && <Navigate to="/dashboard" replace />}
      {(!user || wasSignedOut) && <Outlet />}
    </>
  );
}

/** spec §2: non-administrators are sent to /dashboard. */
export function AdminOnly() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />;
}
