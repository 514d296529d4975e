import { z } from 'zod';
import { crmText } from '#contract/crm-text.ts';
import type { Refusal } from './errors.ts';
import { shownText, storableText } from './foreign-text.ts';
import type { PropertyFault } from './plain-words.ts';
import { recordId } from './records.ts';

/** What is read of HubSpot's answers; whatever else they hold is passed over. */
const text = z.string();
/** Some calls answer with numbers. */
const id = z.union([text, z.number().int()]).transform(String);

const texts = z.array(id);
const detail = z.looseObject({ message: text.optional(), code: text.optional() });
const propertyContext = z.object({ propertyName: z.array(text) });
/** HubSpot says that every field of an error may be missing. */
export const errorReply = z.looseObject({
  message: text.default(crmText.reasons.unsaid),
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

/** One that cannot be used is passed over. */
const readable = <T extends z.ZodType>(one: T) =>
  z.array(z.unknown()).transform((all): z.output<T>[] =>
    all.flatMap((each) => {
      const read = one.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );
/** Each is read by itself. */
const records = z.array(z.unknown());
export const batchReply = z.object({
  results: records,
  errors: z.array(errorReply).default([]),
});
const paging = z.object({ next: z.object({ after: id }).optional() }).optional();
export const searchReply = z.object({
  total: z.number(),
  results: records,
  paging,
});
export const listReply = z.object({ results: readable(z.object({ id: recordId })), paging });
export const associatedReply = z.object({
  results: z.array(z.object({ fromObjectId: id, toObjectId: id })),
  errors: z.array(errorReply).default([]),
});

const shown = text.transform(shownText);
/** What the portal could not keep and show is passed over: nobody could name it. */
const value = text.min(1).max(200).transform(storableText);
const option = z.object({ value, label: shown, hidden: z.boolean().default(false) });
const property = z.object({
  name: text,
  label: shown,
  type: shown,
  options: readable(option).default([]),
  hasUniqueValue: z.boolean().default(false),
});
export type HubSpotProperty = z.infer<typeof property>;
export const propertiesReply = z.object({ results: z.array(property) });
export const groupsReply = z.object({ results: z.array(z.object({ name: text })) });

const stage = z.object({ id: value, label: shown, displayOrder: z.number() });
const pipeline = z.object({
  id: value,
  label: shown,
  displayOrder: z.number(),
  stages: readable(stage),
});
export type HubSpotPipeline = z.infer<typeof pipeline>;
export const pipelinesReply = z.object({ results: readable(pipeline) });

export const accountReply = z.object({
  portalId: id,
  // Administrators follow it: to HubSpot and nowhere else.
  uiDomain: z
    .string()
    .regex(/^([a-z0-9-]+\.)+hubspot\.com$/)
    .catch('app.hubspot.com'),
});
