import type { Random } from './random.ts';

/** What is used of a JSON schema of the API description. */
export type Schema = {
  type?: string | string[];
  maxLength?: number;
  enum?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};

/** Written out, not as values: JSON.stringify could not write most of them. */
const hostileJson = [
  ...['null', 'true', 'false', '{}', '[]', '""', '" "', '"0"', '[null]', '[{}]'],
  ...['0', '-0', '-1', '1.5', '1e308', '1e400', '-1e400', '1e-400', '9007199254740993'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"a\\udfffb"', '"\\u202e"', '"\\ufeff"'],
  ...['"\\u0001\\u001f"', '"\\r\\n\\t"', '"🚀👩‍👩‍👧"', '"é"', '"ﷺ"', '"İıß"', '"%00%s%n"'],
  ...['"\' or 1=1 --"', '"\\\\"', '"%_\\\\"', '"<script>"', '"{{7*7}}"', '"../../etc"'],
  ...['{"a":{"b":{"c":[1,[2,[3]]]}}}', '{"":""}', '{"\\u0000":1}', '{"\\ud800":1}'],
  ...['{"toString":1}', '{"constructor":{"prototype":{}}}', '{"__proto__":{"role":"admin"}}'],
  ...['{"a":1,"a":2,"a":"\\u0000"}', '{"length":1e9}', '{"then":"x"}', '[[[[[[[[]]]]]]]]'],
] as const;

/** What takes long to read or to refuse, if anything does. */
const heavyJson: readonly ((size: number) => string)[] = [
  (size) => `"${'x'.repeat(size)}"`,
  (size) => `"${'漢'.repeat(size)}"`,
  (size) => `"${' '.repeat(size)}"`,
  (size) => '9'.repeat(size),
  (size) => `${'['.repeat(size)}${']'.repeat(size)}`,
  (size) => `${'{"a":'.repeat(size)}1${'}'.repeat(size)}`,
  (size) => `[${Array(size).fill('0').join()}]`,
  (size) => `{${Array.from({ length: size }, (_, n) => `"k${n}":${n}`).join()}}`,
  (size) => `{${Array(size).fill('"a":1').join()}}`,
  (size) => `"${'a@'.repeat(size)}"`,
  (size) => `"${'a.'.repeat(size)}@${'b-'.repeat(size)}"`,
];

export function hostileValue(random: Random): string {
  if (random.chance(0.85)) return random.pick(hostileJson);
  return random.pick(heavyJson)(random.pick([10, 200, 201, 1_000, 1_001, 5_000]));
}

const alphabets = ['x', 'é', '漢', '🚀', ' x', 'a\u0301', '"\\', '\u0001'];

function textOf(length: number, random: Random): string {
  const piece = random.pick(alphabets);
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** Something of the type that the schema asks for, at or just past the bounds that it names. */
export function nearValue(schema: Schema, random: Random): string {
  const [choice] = schema.anyOf ? [random.pick(schema.anyOf)] : [schema];
  if (choice.enum) return JSON.stringify(random.pick([...choice.enum, 'none of them']));
  const type = Array.isArray(choice.type) ? random.pick(choice.type) : choice.type;
  if (type === 'boolean') return random.pick(['true', 'false']);
  if (type === 'number' || type === 'integer') return random.pick(['0', '7', '2.25', '1e15']);
  if (type === 'object') return nearObject(choice, random);
  if (type === 'null') return 'null';
  const max = choice.maxLength ?? 200;
  return JSON.stringify(textOf(random.pick([0, 1, 20, max - 1, max, max + 1]), random));
}

function nearObject({ additionalProperties }: Schema, random: Random): string {
  const valueSchema = typeof additionalProperties === 'object' ? additionalProperties : {};
  const count = random.pick([0, 1, 49, 50, 51]);
  const pairs = Array.from({ length: count }, (_, n) => {
    const key = JSON.stringify(`${n}${textOf(random.pick([1, 90, 101]), random)}`);
    return `${key}:${random.chance(0.9) ? nearValue(valueSchema, random) : hostileValue(random)}`;
  });
  return `{${pairs.join()}}`;
}

/** As they stand in an address. */
export const hostileAddressParts = [
  ...['', '%00', 'a%00b', '%ff', '%ED%A0%80', '%', '%2', '%25', '_', '%5C', '%2e%2e%2f', '.', '..'],
  ...[',', ',,,', '%F0%9F%9A%80', '%E2%80%AE', '%27%20or%201=1--', '%3Cscript%3E', 'null', 'true'],
  ...['0', '1', '-1', '1.5', '1e3', '1e400', '0x1', '%201', '100', '101', '9'.repeat(15)],
  ...['9'.repeat(16), '9'.repeat(400), 'x'.repeat(200), 'x'.repeat(201), 'x'.repeat(2_001)],
  ...['%E6%BC%A2'.repeat(200), '00000000-0000-0000-0000-000000000000', '__proto__', 'constructor'],
] as const;
