import type { User } from '#contract/accounts.ts';
import { maxPartnersListed } from '#contract/limits.ts';
import { partnerIdText } from '#contract/lists.ts';
import { type ListedPartner, type Partner, partnerText } from '#contract/partners.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { createAccount, nameWithEmail } from '#server/accounts/accounts.ts';
import { removeAccount } from '#server/accounts/remove-account.ts';
import { resetPasswordOf } from '#server/accounts/reset-password.ts';
import { AppError, invalidField } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { isLeftOut, partnerIdIn, type Reader } from '#server/lib/whose.ts';
import { listTokens, revokeToken, revokeTokensOf } from '#server/tokens/tokens.ts';
import { findPartner, findPartners, updatePartner as storePartner } from './partners.queries.ts';

function orNotFound<T>(partner: T | undefined | false): T {
  if (!partner) throw new AppError('not_found', partnerText.notFound);
  return partner;
}

export async function listPartners(db: Db): Promise<ListedPartner[]> {
  return findPartners(db, maxPartnersListed);
}

export async function getPartner(db: Db, id: string): Promise<Partner> {
  return orNotFound(await findPartner(db, id));
}

/** Whose the leads become that somebody adds: their own, unless an administrator says for whom. */
export async function ownerOfAdded(db: Db, caller: Reader, partnerId: unknown): Promise<string> {
  if (caller.role !== 'admin' || isLeftOut(partnerId) || partnerId === caller.id) return caller.id;
  const id = partnerIdIn(partnerId);
  if (!(await findPartner(db, id))) throw invalidField('partner_id', partnerIdText.unknownPartner);
  return id;
}

export async function createPartner(
  db: Db,
  input: { name: string; email: string; company: string; password: string },
  now: Date,
): Promise<Partner> {
  const { role: _, ...partner } = await createAccount(db, { ...input, role: 'partner' }, now);
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
  by: Pick<User, 'name' | 'email'>,
  id: string,
  { password, revoke_tokens }: { password: string; revoke_tokens: boolean },
  now: Date,
): Promise<void> {
  const partner = await getPartner(db, id);
  const account = { ...partner, role: 'partner' } as const;
  const change = { password, setBy: nameWithEmail(by), now };
  const reset = await resetPasswordOf(db, account, change, async (tx) => {
    if (revoke_tokens) await revokeTokensOf(tx, id, now);
  });
  orNotFound(reset);
}

export async function listPartnerTokens(db: Db, id: string): Promise<ApiToken[]> {
  await getPartner(db, id);
  return listTokens(db, id);
}

export async function revokePartnerToken(
  db: Db,
  { id, token_id }: { id: string; token_id: string },
  now: Date,
): Promise<ApiToken> {
  await getPartner(db, id);
  return revokeToken(db, id, token_id, now);
}

export async function deletePartner(db: Database, id: string, now: Date): Promise<void> {
  orNotFound(await db.transaction((tx) => removeAccount(tx, { id, role: 'partner' }, now)));
}
