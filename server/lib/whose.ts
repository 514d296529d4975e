import { partnerIdText } from '#contract/lists.ts';
import { unknownPartners } from '#contract/protocol.ts';
import { invalidField } from '#server/app-error.ts';
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
export function whoseRecords(caller: Reader, askedFor?: unknown, field = 'partner_id'): Whose {
  if (caller.role !== 'admin') return { partner: caller.id };
  if (isLeftOut(askedFor) || askedFor === 'all') return 'everyone';
  if (askedFor === unknownPartners) return 'deleted partners';
  return { partner: partnerIdIn(askedFor, field) };
}

/** A `partner_id` that names nobody, as forms send it. */
export function isLeftOut(partnerId: unknown): boolean {
  return partnerId === undefined || partnerId === null || partnerId === '';
}

/** What a call holds as a `partner_id`, which is not checked before the caller is known. */
export function partnerIdIn(value: unknown, field = 'partner_id'): string {
  if (typeof value === 'string' && isUuid(value)) return value;
  throw invalidField(field, partnerIdText.noPartner);
}
