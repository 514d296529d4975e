import { z } from 'zod';
import { currentPassword, password } from './accounts.ts';
import { email, required } from './fields.ts';
import { passwordFreshMinutes } from './limits.ts';

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
  current_password: currentPassword
    .optional()
    .describe(
      `your own password, needed where it was not entered in this session within ${passwordFreshMinutes} minutes`,
    ),
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

const count = z.number().int();

/** With what tells at a glance whether they are at work. */
export const listedPartner = partner.extend({
  leads: count,
  live_companies: count,
  last_signed_in_at: z.string().nullable().describe('null: never, or longer ago than is known'),
});
export type ListedPartner = z.infer<typeof listedPartner>;

export const partnerFigures = z.object({
  leads: count,
  groups: z.array(z.object({ name: z.string(), leads: count })).describe('in their order'),
  live_companies: count,
  last_signed_in_at: z.string().nullable(),
  tokens: z.object({ active: count, revoked: count }),
  imports: z.object({ total: count, last_at: z.string().nullable() }),
  waiting: z
    .object({
      unread_by_office: count.describe('leads with a note that no administrator has read'),
      unread_by_partner: count.describe('leads with a note that the partner has not read'),
      stuck: count.describe('leads that have stood in their status longer than nine in ten did'),
      parked: count.describe('leads that HubSpot does not take'),
    })
    .describe('what somebody still has to do something about'),
});
export type PartnerFigures = z.infer<typeof partnerFigures>;
