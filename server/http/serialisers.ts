import fastJson from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;
type Serialiser = (answer: unknown) => string;

const compiled = new WeakMap<z.ZodType, Serialiser>();

/**
 * Compiled once for each answer that the contract names. Left to itself the framework does so for every
 * call, for its HEAD again, and for every portal of a process that tests many.
 */
export function serialiserOf(schema: z.ZodType): Serialiser {
  const known = compiled.get(schema) ?? (fastJson(responseSchema(schema)) as Serialiser);
  compiled.set(schema, known);
  return known;
}

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
function responseSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    override: ({ jsonSchema }) => flattenNullable(jsonSchema as JsonSchema),
  }) as JsonSchema;
}
