import { z } from 'zod';
import { movementWeeks, stuckCounted, stuckNamed } from './limits.ts';
import { partnerFilter } from './lists.ts';
import { stageKeys } from './stages.ts';

export const movementQuery = z.object({ partner_id: partnerFilter });

const count = z.number().int();
const day = z.string().describe('a day, as 2026-11-16');

export const movement = z.object({
  weeks: z
    .array(
      z.object({
        week: day.describe('the Monday on which the week begins, UTC'),
        submitted: count,
        won: count.describe('leads that are live now and came there in this week'),
      }),
    )
    .describe(`${movementWeeks} weeks, oldest first; the last one is under way`),
  before: z
    .object({ submitted: count, won: count })
    .describe(`in the ${movementWeeks} weeks before these`),
  stages: z
    .array(z.object({ stage: z.enum(stageKeys), leads: count }))
    .describe('how many of the leads submitted since `stages_since` came this far, or further'),
  stages_since: day,
  days_to_live: z.object({
    median: z.number().nullable().describe('whole days from submitted to won; null where none was'),
    leads: count.describe(`won in these ${movementWeeks} weeks`),
  }),
  partners: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        won: count,
        won_before: count,
        won_by_week: z.array(count),
      }),
    )
    .describe('for administrators who ask for all: who moved most, up first; empty otherwise'),
});
export type Movement = z.infer<typeof movement>;

export const stuckLead = z.object({
  id: z.string(),
  company_name: z.string().nullable(),
  contact: z.string().nullable(),
  partner_id: z.string(),
  partner_name: z.string().nullable(),
  status: z.string().nullable(),
  created_at: z.string(),
  since: z.string().describe('when it came into its status'),
  days: count.describe('whole days since then'),
  usual_days: count.describe('nine in ten left this status within as many'),
  turn: z.enum(['vendor', 'partner']).describe('whose turn it is'),
});
export type StuckLead = z.infer<typeof stuckLead>;
export const stuckAnswer = z.object({
  leads: z.array(stuckLead).describe(`those that stand longest, at most ${stuckNamed}`),
  total: count.describe(`how many there are; counted up to ${stuckCounted}`),
});
