import { Navigate, Outlet } from 'react-router';
import { useSession } from '#web/session/session.api.ts';

/** spec §2: nothing renders while the session is checked; without a user, to /login. */
export function SignedInOnly() {
  const { user, loading } = useSession();
  if (loading) return null;
  return user ? <Outlet /> : <Navigate to="/login" replace />;
}

export function SignedOutOnly() {
  const { user, loading } = useSession();
  if (loading) return null;
  return user ? <Navigate to="/dashboard" replace /> : <Outlet />;
}

/** spec §2: non-administrators are sent to /dashboard. */
export function AdminOnly() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />;
}
