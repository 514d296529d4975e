import { maxPartnersListed } from '#contract/limits.ts';
import { type Partner, partnerText } from '#contract/partners.ts';
import { createAccount, removeAccount, setPassword } from '#server/accounts/accounts.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { endSessionsOf } from '#server/session/session.ts';
import { deleteTokensOf } from '#server/tokens/tokens.ts';
import { findPartner, findPartners, updatePartner as storePartner } from './partners.queries.ts';

function orNotFound<T>(partner: T | undefined | false): T {
  if (!partner) throw new AppError('not_found', partnerText.notFound);
  return partner;
}

export async function listPartners(db: Db): Promise<Partner[]> {
  return findPartners(db, maxPartnersListed);
}

export async function getPartner(db: Db, id: string): Promise<Partner> {
  return orNotFound(await findPartner(db, id));
}

export async function createPartner(
  db: Db,
  input: { name: string; email: string; company: string; password: string },
  now: Date,
): Promise<Partner> {
  const account = await createAccount(db, { ...input, role: 'partner' }, now);
  if (!account) {
    const fields = { email: partnerText.emailTaken };
    throw new AppError('conflict', partnerText.emailTaken, { details: { fields } });
  }
  const { role: _, ...partner } = account;
  return partner;
}

export async function updatePartner(
  db: Db,
  id: string,
  change: { name: string; company: string },
): Promise<Partner> {
  return orNotFound(await storePartner(db, id, change));
}

export async function resetPassword(
  db: Database,
  id: string,
  password: string,
  now: Date,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    orNotFound(await setPassword(tx, { id, role: 'partner' }, passwordHash, now));
    // A statement of its own: it sees a session that began while the row was being changed.
    await endSessionsOf(tx, id);
  });
}

export async function deletePartner(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    orNotFound(await removeAccount(tx, { id, role: 'partner' }, now));
    await endSessionsOf(tx, id);
    await deleteTokensOf(tx, id);
  });
}
