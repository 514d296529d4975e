import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** anyOf [X, null] as type [X, null]: the compiled serialiser then needs no validation per value. */
function flattenNullable(schema: JsonSchema): void {
  const choices = schema.anyOf as JsonSchema[] | undefined;
  if (choices?.length !== 2 || choices[1]?.type !== 'null') return;
  const [choice] = choices;
  if (typeof choice?.type !== 'string') return;
  delete schema.anyOf;
  Object.assign(schema, choice, { type: [choice.type, 'null'] });
}

/** What the answer is serialised with: fields it does not name never leave the server. */
export function responseSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    override: ({ jsonSchema }) => flattenNullable(jsonSchema as JsonSchema),
  }) as JsonSchema;
}

/** What the API description says: the input side for requests, the output side for answers. */
export function describedSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return described as JsonSchema;
}
