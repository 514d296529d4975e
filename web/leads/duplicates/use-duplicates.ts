import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { type Lead, newLead } from '#contract/leads.ts';
import { call } from '#web/lib/client.ts';
import type { emptyForm } from '../lead-form.ts';

/** Long enough that nobody is interrupted in the middle of a word. */
const pauseMilliseconds = 500;
const noLeads: Lead[] = [];

type Typed = Pick<typeof emptyForm, 'email' | 'company_name' | 'first_name' | 'last_name'>;

/**
 * What was submitted before with this email, and with this company and contact. A question that fails
 * is no reason to hold anybody up: nothing is said.
 */
export function useDuplicates(values: Typed): { byEmail: Lead[]; byContact: Lead[] } {
  const [email] = useDebouncedValue(values.email.trim(), pauseMilliseconds);
  const { company_name, first_name, last_name } = values;
  const contactNow = [company_name, first_name, last_name].map((name) => name.trim()).join('\n');
  const [contact] = useDebouncedValue(contactNow, pauseMilliseconds);
  const [company = '', first = '', last = ''] = contact.split('\n');
  const isEmail = newLead.shape.email.safeParse(email).success;
  const byEmail = useFound(isEmail ? { email } : undefined);
  const byContact = useFound(
    company && first && last
      ? { company_name: company, first_name: first, last_name: last }
      : undefined,
  );
  return {
    // What is being changed is no longer what was asked for.
    byEmail: email === values.email.trim() ? byEmail : noLeads,
    byContact: contact === contactNow ? byContact : noLeads,
  };
}

function useFound(query: Record<string, string> | undefined): Lead[] {
  const { data } = useQuery({
    // Not with the leads: the one that is just being added is no duplicate of itself.
    queryKey: ['duplicates', query],
    enabled: query !== undefined,
    queryFn: async ({ signal }) =>
      (await call(endpoints.findDuplicates, { query: query ?? {} }, { signal })).leads,
  });
  return (query && data) || noLeads;
}
