import { type Lead, newLead } from '#contract/leads.ts';
import { useRested } from '#web/lib/use-rested.ts';
import type { emptyForm } from '../lead-form.ts';
import { useDuplicateLeads } from '../leads.api.ts';

/** Long enough that nobody is interrupted in the middle of a word. */
const pauseMilliseconds = 500;

type Typed = Pick<typeof emptyForm, 'email' | 'company_name' | 'first_name' | 'last_name'>;

/**
 * What was submitted before with this email, and with this company and contact. A question that fails
 * is no reason to hold anybody up: nothing is said.
 */
export function useDuplicates(
  values: Typed,
  partner: string,
): { byEmail: Lead[]; byContact: Lead[] } {
  const email = useRested(values.email.trim(), pauseMilliseconds);
  const { company_name, first_name, last_name } = values;
  const names = [company_name, first_name, last_name].map((name) => name.trim()).join('\n');
  const contact = useRested(names, pauseMilliseconds);
  const [company, first, last] = contact?.split('\n') ?? [];
  const isEmail = newLead.shape.email.safeParse(email).success;
  const of = partner ? { partner_id: partner } : {};
  const byEmail = useDuplicateLeads(email && isEmail ? { email, ...of } : undefined);
  const byContact = useDuplicateLeads(
    company && first && last
      ? { company_name: company, first_name: first, last_name: last, ...of }
      : undefined,
  );
  return { byEmail, byContact };
}
