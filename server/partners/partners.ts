import { maxPartnersListed } from '#contract/limits.ts';
import { type Partner, partnerText } from '#contract/partners.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/db/uuid.ts';
import { emailKey } from '#server/session/email-key.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { endSessionsOf } from '#server/session/session.ts';
import { deleteTokensOf } from '#server/tokens/tokens.ts';
import {
  findAdminEmails,
  findPartner,
  findPartners,
  insertUser,
  lockAdmins,
  markDeleted,
  updatePartner as storePartner,
  updatePassword,
} from './partners.queries.ts';

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
  const partner = await insertUser(db, {
    id: uuidv7(),
    role: 'partner',
    name: input.name,
    email: input.email,
    emailKey: emailKey(input.email),
    company: input.company,
    passwordHash: await hashPassword(input.password),
    now,
  });
  if (!partner) {
    const fields = { email: partnerText.emailTaken };
    throw new AppError('conflict', partnerText.emailTaken, { details: { fields } });
  }
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
  const hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    orNotFound(await updatePassword(tx, id, hash, now));
    // A statement of its own: it sees a session that began while the row was being changed.
    await endSessionsOf(tx, id);
  });
}

export async function deletePartner(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    orNotFound(await markDeleted(tx, id, now));
    await endSessionsOf(tx, id);
    await deleteTokensOf(tx, id);
  });
}

/** True where this start made the first administrator; later starts change nothing. */
export async function ensureAdmin(
  db: Database,
  admin: { email: string; password: string },
  now: Date,
): Promise<boolean> {
  if ((await findAdminEmails(db)).length > 0) return false;
  const passwordHash = await hashPassword(admin.password);
  return db.transaction(async (tx) => {
    await lockAdmins(tx);
    if ((await findAdminEmails(tx)).length > 0) return false;
    const made = await insertUser(tx, {
      id: uuidv7(),
      role: 'admin',
      name: 'Administrator',
      email: admin.email,
      emailKey: emailKey(admin.email),
      company: null,
      passwordHash,
      now,
    });
    return made !== undefined;
  });
}

export async function listAdminEmails(db: Db): Promise<string[]> {
  return findAdminEmails(db);
}
