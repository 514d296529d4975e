import { partnerIdText } from '#contract/lists.ts';
import { unknownPartners } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { isUuid } from './uuid.ts';

/**
 * Whose records a query reads or changes. Every query of a partner's data takes one, so that
 * forgetting it does not compile; 'everyone' and 'deleted partners' are for administrators
 * and have to be said.
 */
export type Whose = { partner: string } | 'everyone' | 'deleted partners';

/** Somebody of the portal, in their role. */
export type Reader = { id: string; role: 'admin' | 'partner' };

/** A partner's own records, whatever they ask for; an administrator's choice, or all. */
export function whoseRecords(caller: Reader, askedFor?: unknown): Whose {
  if (caller.role !== 'admin') return { partner: caller.id };
  if (!askedFor || askedFor === 'all') return 'everyone';
  if (askedFor === unknownPartners) return 'deleted partners';
  if (typeof askedFor !== 'string' || !isUuid(askedFor))
    throw new AppError('invalid', partnerIdText.noPartner);
  return { partner: askedFor };
}
