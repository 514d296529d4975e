import { z } from 'zod';
import { crmText } from './crm-text.ts';
import { leadStatus } from './leads.ts';

/** What of HubSpot tells a status: the stage of a deal and, in its first stage, its contact's lead status. */
export const crmValueKinds = ['stage', 'lead_status'] as const;
export type CrmValueKind = (typeof crmValueKinds)[number];

const propertyName = z
  .string('Give the name of a property')
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,99}$/, 'The internal name of a property, such as partner_commission');
const changedName = propertyName.optional().describe('left out: as it is');
export const commissionProperties = z.object(
  { commission_payable_to_partner: propertyName, alltime_commission_payable: propertyName },
  'properties must be an object',
);
export type CommissionProperties = z.infer<typeof commissionProperties>;

const value = {
  kind: z.enum(crmValueKinds, 'kind must be stage or lead_status'),
  value: z
    .string('value must be text')
    .max(200, 'value must be at most 200 characters')
    .describe("HubSpot's internal name"),
};
const mappedStatus = leadStatus
  .nullable()
  .describe('what the portal calls it; null leaves a lead in the status that it has');

/** What is left out stays as it is. */
export const mappingChange = z
  .object({
    version: z
      .number('version must be a number')
      .int('version must be a whole number')
      .optional()
      .describe('the mapping_version that is changed; where it is another by now, nothing is'),
    values: z
      .array(
        z.object({ ...value, status: mappedStatus }, 'values must be objects'),
        'values must be a list',
      )
      .max(200, 'At most 200 values can be named at once')
      .optional(),
    properties: z
      .object(
        { commission_payable_to_partner: changedName, alltime_commission_payable: changedName },
        'properties must be an object',
      )
      .optional(),
  })
  .refine(({ values, properties }) => values !== undefined || properties !== undefined, {
    error: crmText.nothingToChange,
  });
export type MappingChange = z.output<typeof mappingChange>;

const crmValue = z.object({
  ...value,
  label: z.string().describe('as HubSpot shows it'),
  status: z.string().nullable(),
  is_new: z.boolean().describe('seen, and nobody has said yet what the portal calls it'),
  leads: z.number().int().describe('how many leads stand in it now'),
});
export type CrmValue = z.infer<typeof crmValue>;

/** What keeps the portal and HubSpot from agreeing at the moment. */
export const crmFaults = [
  'key_refused',
  'scope_missing',
  'not_set_up',
  'unreachable',
  'daily_limit',
] as const;
export type CrmFault = (typeof crmFaults)[number];

const parkedJob = z.object({
  id: z.string(),
  lead: z
    .object({ id: z.string(), name: z.string().describe('its company, else its contact') })
    .nullable()
    .describe('null where it is about none, or the lead has gone for good'),
  what: z.string().describe('what was to be done, in plain words'),
  reason: z.string().describe('why it cannot be done, in plain words'),
  attempts: z.number().int(),
  is_retried: z.boolean().describe('somebody has had it tried again, and it failed once more'),
  parked_at: z.string(),
});
export type ParkedJob = z.infer<typeof parkedJob>;

const sharedCompany = z.object({
  id: z.string().describe("HubSpot's"),
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      partner_id: z.string(),
      partner_name: z.string().nullable().describe('null where the partner is gone'),
    }),
  ),
});
export type SharedCompany = z.infer<typeof sharedCompany>;

export const backfillStates = ['offered', 'running', 'paused', 'done'] as const;

/** The connection, its queue and its mapping, as an administrator sees them. */
export const crm = z.object({
  connected: z.boolean().describe('false: the portal is its own CRM'),
  account: z.object({ id: z.string(), url: z.string() }).nullable(),
  fault: z
    .object({ kind: z.enum(crmFaults), since: z.string(), detail: z.string().nullable() })
    .nullable(),
  last_pull_at: z.string().nullable(),
  last_push_at: z.string().nullable(),
  queue: z.object({
    waiting: z.number().int().describe('leads that wait to be sent'),
    oldest_at: z.string().nullable(),
    parked: z.number().int(),
  }),
  parked: z.array(parkedJob).describe('the latest 50'),
  backfill: z.object({
    state: z
      .enum(backfillStates)
      .describe('offered: nobody has said yet that they should go there'),
    done: z.number().int(),
    total: z.number().int(),
    changed: z
      .number()
      .int()
      .describe('how many of those that are offered have a deal already, and only changed since'),
  }),
  mapping_version: z.number().int(),
  values: z.array(crmValue),
  unsent: z
    .array(z.object({ status: z.string(), leads: z.number().int() }))
    .describe('statuses that no value of HubSpot is called: they are not sent there'),
  properties: commissionProperties,
  shared_companies: z
    .array(sharedCompany)
    .describe('companies of HubSpot that stand for live companies of several partners'),
});
export type Crm = z.infer<typeof crm>;
export const crmAnswer = z.object({ crm });

export const backfillChange = z.object({
  state: z.enum(['running', 'paused'], 'state must be running or paused'),
});

/** What the test button found out. */
export const crmTest = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ text: z.string(), ok: z.boolean(), detail: z.string().nullable() })),
});
export type CrmTest = z.infer<typeof crmTest>;
