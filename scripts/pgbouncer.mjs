// Sees to it that the tests find a PgBouncer, where the package manager may be asked for one. Without
// it the tests that need one are left out, and say so.
import { findCommand, installFromPackages } from './package-manager.mjs';

export function installPgBouncer() {
  if (findCommand(['pgbouncer'], ['/usr/sbin'])) return;
  if (installFromPackages('PgBouncer', ['pgbouncer'])) return;
  console.log('PgBouncer is not installed: the tests behind it are left out.');
}
