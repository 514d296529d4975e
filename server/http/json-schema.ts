import { z } from 'zod';
import { answeredSchemas, sentSchemas } from '#contract/schema-names.ts';

type JsonSchema = Record<string, unknown>;

const names = new Map<unknown, string>(
  Object.entries({ ...sentSchemas, ...answeredSchemas }).map(([name, schema]) => [schema, name]),
);
export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

type Side = 'input' | 'output';

/** What the API description says: the input side for requests, the output side for answers. */
export function describedSchema(schema: z.ZodType, side: Side): JsonSchema {
  const name = names.get(schema);
  return name ? reference(name) : spelledOut(schema, side);
}

/** All schemas that have a name, each described once. */
export function namedSchemas(): JsonSchema {
  const described = (schemas: Record<string, z.ZodType>, side: Side) =>
    Object.entries(schemas).map(([name, schema]) => [name, spelledOut(schema, side)]);
  return Object.fromEntries([
    ...described(sentSchemas, 'input'),
    ...described(answeredSchemas, 'output'),
  ]);
}

/** The schema itself, with a reference in place of every part that has a name. */
function spelledOut(schema: z.ZodType, side: Side): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: side,
    override: ({ zodSchema, jsonSchema, path }) => {
      // What is looked at before its type is known is described as what it is then read as.
      if (zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodUnknown) {
        Object.assign(jsonSchema, spelledOut(zodSchema.out as z.ZodType, side));
      }
      const name = names.get(zodSchema);
      if (!name || path.length === 0) return;
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as JsonSchema)[key];
      Object.assign(jsonSchema, reference(name));
    },
  });
  return described as JsonSchema;
}
