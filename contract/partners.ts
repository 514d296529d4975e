import { z } from 'zod';
import { password } from './accounts.ts';
import { email, required } from './fields.ts';

export const partnerText = {
  notFound: 'Partner not found',
} as const;

/** spec §5, Add Partner */
export const newPartner = z.object({
  name: required('Name'),
  email: email(),
  company: required('Company'),
  password,
});

/** spec §5, Edit Partner */
export const partnerChange = newPartner.pick({ name: true, company: true });

/** spec §5, Reset password, and whether what other systems push leads with ends too. */
export const partnerPasswordReset = z.object({
  password,
  revoke_tokens: z
    .boolean({ error: 'Revoke tokens must be true or false' })
    .default(false)
    .describe("whether the partner's API tokens are revoked too"),
});

export const partner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  created_at: z.string(),
});
export type Partner = z.infer<typeof partner>;
export const partnerAnswer = z.object({ partner });
