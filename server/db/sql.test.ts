import { expect, test } from 'vitest';
import { columns, joined, type Sql, sql, statementName, textOf } from './sql.ts';

const read = (query: Sql) => ({ text: textOf(query), values: query.values });

test('Values stand apart from the text, numbered in their order', () => {
  const hostile = `'; drop table leads; --`;
  expect(read(sql`select * from t where a = ${hostile} and b = ${2}`)).toEqual({
    text: 'select * from t where a = $1 and b = $2',
    values: [hostile, 2],
  });
  expect(read(sql`select 1`)).toEqual({ text: 'select 1', values: [] });
});

test('A fragment becomes part of the text and its values are numbered along', () => {
  const inner = sql`b = ${'inner'} or ${true}`;
  const query = sql`where a = ${1} and (${inner}) and c = ${3}${sql``}`;
  expect(read(query)).toEqual({
    text: 'where a = $1 and (b = $2 or $3) and c = $4',
    values: [1, 'inner', true, 3],
  });
  expect(read(sql`${inner} ${inner}`)).toEqual({
    text: 'b = $1 or $2 b = $3 or $4',
    values: ['inner', true, 'inner', true],
  });
});

test('What only looks like a fragment is a value', () => {
  const forged = { strings: ['1; drop table leads'], values: [] };
  expect(read(sql`select ${forged}`)).toEqual({ text: 'select $1', values: [forged] });
});

test('null, undefined, dates, buffers and arrays are values as they are', () => {
  const values = [null, undefined, new Date(0), Buffer.from('x'), ['a', 'b']];
  const [a, b, c, d, e] = values;
  expect(read(sql`${a}${b}${c}${d}${e}`)).toEqual({ text: '$1$2$3$4$5', values });
});

test('A dollar sign in a text stays as it was written', () => {
  expect(read(sql`select '$1 $& $$', ${'$2'}`)).toEqual({
    text: "select '$1 $& $$', $1",
    values: ['$2'],
  });
});

test('Parts are joined with the separator between them only', () => {
  const parts = ['x', 'y', 'z'].map((value) => sql`${value}::text`);
  expect(read(joined(parts, ', '))).toEqual({
    text: '$1::text, $2::text, $3::text',
    values: ['x', 'y', 'z'],
  });
  expect(read(joined(parts.slice(0, 1), ', ')).text).toBe('$1::text');
  expect(read(joined([], ', '))).toEqual({ text: '', values: [] });
});

test('Columns are quoted names', () => {
  expect(read(sql`insert into t (${columns(['id', 'order'])})`).text).toBe(
    'insert into t ("id", "order")',
  );
});

test('One text has one statement name, short enough for PostgreSQL; another text, another', () => {
  const name = statementName('select 1');
  expect(statementName('select 1')).toBe(name);
  expect(statementName('select 2')).not.toBe(name);
  // Longer names are cut off by the server, and would then collide.
  expect(statementName('x'.repeat(10_000)).length).toBeLessThan(64);
});
