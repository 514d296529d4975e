import { createHash } from 'node:crypto';

/** A piece of SQL with its values apart, so that no value is ever part of the text. */
export type Sql = { strings: readonly string[]; values: readonly unknown[] };

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && fragments.has(value);
}
const fragments = new WeakSet<object>();

function fragment(strings: readonly string[], values: readonly unknown[]): Sql {
  const piece = { strings, values };
  fragments.add(piece);
  return piece;
}

/** sql`select … where id = ${id}`; a value that is itself sql`…` becomes part of the text. */
export function sql(template: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const strings: string[] = [template[0] ?? ''];
  const flat: unknown[] = [];
  values.forEach((value, i) => {
    const after = template[i + 1] ?? '';
    if (isSql(value)) {
      strings[strings.length - 1] += value.strings[0] ?? '';
      strings.push(...value.strings.slice(1));
      strings[strings.length - 1] += after;
      flat.push(...value.values);
    } else {
      strings.push(after);
      flat.push(value);
    }
  });
  return fragment(strings, flat);
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  const between = fragment([separator], []);
  return parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${between}${part}`), sql``);
}

/** Column names of our own as they stand; never for anything that came from outside. */
export function columns(names: readonly string[]): Sql {
  return fragment([names.map((name) => `"${name}"`).join(', ')], []);
}

export function textOf(query: Sql): string {
  return query.strings.reduce((text, part, i) => (i === 0 ? part : `${text}$${i}${part}`), '');
}

const names = new Map<string, string>();

/** The same text always gets the same name, so that PostgreSQL parses and plans it once. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
