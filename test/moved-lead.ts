import { sql } from '#server/db/sql.ts';
import { recordEvents } from '#server/events/events.ts';
import type { SignedIn, TestPortal } from './portal.ts';

/** As an administrator's change of many leads moves them. */
export async function moveLead(
  { db, clock }: TestPortal,
  { id, from, to, by }: { id: string; from: SignedIn; to: SignedIn; by: SignedIn },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [lead] = await tx.query<{ version: number }>(sql`
      update leads set partner_id = ${to.user.id} where id = ${id} returning version`);
    const moved = { id, partner_id: to.user.id, version: lead?.version ?? 0 };
    const data = { from: from.user.id, to: to.user.id };
    const cause = { by: by.user.id, requestId: null, clock: clock.now };
    await recordEvents(tx, cause, [{ lead: moved, kind: 'moved', data }]);
  });
}
