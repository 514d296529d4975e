import { z } from 'zod';
import type { Refusal } from './hubspot-errors.ts';
import type { PropertyFault } from './plain-words.ts';

/** What is read of HubSpot's answers; whatever else they hold is passed over. */
const text = z.string();
/** Some calls answer with numbers. */
const id = z.union([text, z.number().int()]).transform(String);
const history = z.array(z.looseObject({ value: text, timestamp: text }));

const hubspotObject = z.object({
  id,
  properties: z.record(text, text.nullable()),
  propertiesWithHistory: z.record(text, history).optional(),
  createdAt: text,
  updatedAt: text,
  archived: z.boolean().default(false),
  objectWriteTraceId: text.optional(),
});
export type HubSpotObject = z.infer<typeof hubspotObject>;

const texts = z.array(id);
const detail = z.looseObject({ message: text.optional(), code: text.optional() });
const propertyContext = z.object({ propertyName: z.array(text) });
/** HubSpot says that every field of an error may be missing. */
export const errorReply = z.looseObject({
  message: text.default('HubSpot did not say why'),
  category: text.default(''),
  policyName: text.optional(),
  errors: z.array(detail).default([]),
  context: z.record(text, z.unknown()).default({}),
});
export type ErrorReply = z.infer<typeof errorReply>;

export function refusalOf({ message, category, errors, context }: ErrorReply): Refusal {
  const named = (name: string) => texts.safeParse(context[name]).data ?? [];
  return {
    category,
    message,
    faults: errors.flatMap(faultOf),
    codes: errors.flatMap(({ code }) => code ?? []),
    traces: named('objectWriteTraceId'),
    ids: named('ids'),
  };
}

function faultOf({ message, context }: z.infer<typeof detail>): PropertyFault[] {
  const [property] = propertyContext.safeParse(context).data?.propertyName ?? [];
  return property && message ? [{ property, message }] : [];
}

export const batchReply = z.object({
  results: z.array(hubspotObject),
  errors: z.array(errorReply).default([]),
});
const paging = z.object({ next: z.object({ after: id }).optional() }).optional();
export const searchReply = z.object({
  total: z.number(),
  results: z.array(hubspotObject),
  paging,
});
export const listReply = z.object({ results: z.array(z.object({ id })), paging });
export const associatedReply = z.object({
  results: z.array(z.object({ fromObjectId: id, toObjectId: id })),
  errors: z.array(errorReply).default([]),
});

const option = z.object({ value: text, label: text, hidden: z.boolean().default(false) });
const property = z.object({
  name: text,
  label: text,
  type: text,
  options: z.array(option).default([]),
  hasUniqueValue: z.boolean().default(false),
});
export type HubSpotProperty = z.infer<typeof property>;
export const propertiesReply = z.object({ results: z.array(property) });
export const groupsReply = z.object({ results: z.array(z.object({ name: text })) });

const stage = z.object({ id: text, label: text, displayOrder: z.number() });
const pipeline = z.object({
  id: text,
  label: text,
  displayOrder: z.number(),
  stages: z.array(stage),
});
export type HubSpotPipeline = z.infer<typeof pipeline>;
export const pipelinesReply = z.object({ results: z.array(pipeline) });

export const accountReply = z.object({
  portalId: id,
  uiDomain: text.default('app.hubspot.com'),
});
