import { z } from 'zod';
import { associationSpec } from './associations.ts';

const values = z.record(z.string(), z.unknown());
const id = z.coerce.string();
const trace = { objectWriteTraceId: z.string().optional() };

export const newObject = z.object({
  properties: values.default({}),
  associations: z
    .array(z.object({ to: z.object({ id }), types: z.array(associationSpec) }))
    .nullish(),
});
export const changed = z.object({
  id,
  idProperty: z.string().optional(),
  properties: values,
  ...trace,
});
const list = <T extends z.ZodType>(input: T) => z.object({ inputs: z.array(input) });

export const batchCreate = list(newObject.extend(trace));
export const batchUpdate = list(changed);
export const batchIds = list(z.object({ id }));
export const batchRead = batchIds.extend({
  properties: z.array(z.string()).default([]),
  propertiesWithHistory: z.array(z.string()).default([]),
  idProperty: z.string().optional(),
});
