import { createHmac } from 'node:crypto';
import type { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import {
  connect,
  ensureDatabase,
  ensureRole,
  giveContents,
  isOwner,
  type Role,
} from './embedded.queries.ts';

const DATABASE = 'portal';

/** Whom the portal's own statements run as: it owns its database and can do nothing outside it. */
export function applicationRole(cluster: Cluster): Role {
  // Made from the superuser's, so that there is no second secret to keep, and the one does not
  // tell the other.
  const password = createHmac('sha256', cluster.password).update('application').digest('hex');
  return { name: 'portal_app', password };
}

/** The database of the portal, owned by its role; in folders of earlier releases, brought over. */
export async function ensureApplicationDatabase(
  cluster: Cluster,
  superuser: Client,
  port: number,
): Promise<void> {
  const role = applicationRole(cluster);
  await ensureRole(superuser, role);
  await ensureDatabase(superuser, DATABASE, role.name);
  if (await isOwner(superuser, DATABASE, role.name)) return;
  const inside = await connect(cluster, port, DATABASE);
  try {
    await giveContents(inside, DATABASE, role.name);
  } finally {
    await inside.end();
  }
}

export function urlOf(role: Role, port: number): string {
  return `postgres://${role.name}:${role.password}@127.0.0.1:${port}/${DATABASE}`;
}
