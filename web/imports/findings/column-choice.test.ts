import { describe, expect, it } from 'vitest';
import { checkQuery, type FileCheck, importFields } from '#contract/imports.ts';
import {
  choiceOf,
  choiceWithProposals,
  columnsText,
  columnTitle,
  fieldNames,
  fieldsRead,
  firstOpenColumn,
  samplesOf,
  stillNeeded,
  withColumn,
} from './column-choice.ts';
import { neededText } from './findings-text.ts';

type Field = FileCheck['columns'][number]['field'];
const column = (index: number, title: string, field: Field, proposed: Field = null) => ({
  index,
  title,
  field,
  proposed,
});
const columns = [
  column(0, 'Firma', 'company_name'),
  column(1, 'Ansprechpartner', 'full_name'),
  column(2, 'Elektropost', null),
];

describe('choosing columns', () => {
  it('begins with what the server read', () => {
    expect(columnsText(choiceOf(columns))).toBe('0:company_name,1:full_name');
  });

  it('takes up what the values of a column look like, where its name says nothing', () => {
    const proposed = [...columns.slice(0, 2), column(2, 'Elektropost', null, 'email')];
    expect(columnsText(choiceWithProposals(proposed))).toBe('0:company_name,1:full_name,2:email');
    expect(columnsText(choiceOf(proposed))).toBe('0:company_name,1:full_name');
  });

  it('takes up what the values look like under a name that says something else', () => {
    const mixed = [
      column(0, 'Email', 'email', 'phone_number'),
      column(1, 'Phone', 'phone_number', 'email'),
    ];
    expect(columnsText(choiceWithProposals(mixed))).toBe('0:phone_number,1:email');
  });

  it('takes a proposed field from the column that was read as it', () => {
    const empty = [column(0, 'Email', 'email'), column(1, 'Website', 'website', 'email')];
    expect(columnsText(choiceWithProposals(empty))).toBe('1:email');
  });

  it.each([
    ['one that says nothing where a field is missing', ['Nr', 'Wer', 'Post'], 1],
    ['one that is proposed where nothing else is missing', ['Nr', 'Firma', 'Name', 'Post'], 3],
    ['one that is read and looks different', ['Firma', 'Name', 'Netz'], 2],
    ['the first where all are read', ['Firma', 'Name'], 0],
  ])('begins with %s', (_, titles, index) => {
    const known: Record<string, [field: Field, proposed: Field]> = {
      Nr: ['title', null],
      Firma: ['company_name', null],
      Name: ['full_name', null],
      Post: [null, 'email'],
      Netz: ['website', 'email'],
    };
    const given = titles.map((title, at) => column(at, title, ...(known[title] ?? [null, null])));
    expect(firstOpenColumn(given)?.index).toBe(index);
  });

  it('takes a field from the column that had it', () => {
    const choice = withColumn(choiceOf(columns), 2, 'company_name');
    expect(columnsText(choice)).toBe('1:full_name,2:company_name');
  });

  it('reads a column as one field only, or not at all', () => {
    const choice = choiceOf(columns);
    expect(columnsText(withColumn(choice, 0, 'email'))).toBe('0:email,1:full_name');
    expect(columnsText(withColumn(choice, 0, undefined))).toBe('1:full_name');
  });

  it('has a full name or its two parts, never both', () => {
    const parts = withColumn(choiceOf(columns), 2, 'last_name');
    expect(columnsText(parts)).toBe('0:company_name,2:last_name');
    expect(columnsText(withColumn(parts, 1, 'full_name'))).toBe('0:company_name,1:full_name');
  });

  it('offers every field of the contract, and sends what the contract takes', () => {
    expect(Object.keys(fieldNames).sort()).toEqual([...importFields].sort());
    const choice = [
      { index: 0, field: 'company_name' },
      { index: 12, field: 'email' },
    ] as const;
    expect(checkQuery.parse({ columns: columnsText([...choice]) }).columns).toEqual(choice);
  });
});

describe('what is still needed', () => {
  it('is every required field without a column, and a full name stands for two', () => {
    expect(stillNeeded([])).toEqual(['Company name', 'First name', 'Last name', 'Email']);
    expect(stillNeeded(choiceOf(columns))).toEqual(['Email']);
    expect(stillNeeded(withColumn(choiceOf(columns), 2, 'email'))).toEqual([]);
  });

  it.each([
    [[], 'Every required field has a column.'],
    [['Email'], 'Still needed: Email.'],
    [
      ['First name', 'Last name'],
      'Still needed: First name, Last name. A full name serves as first and last name.',
    ],
  ])('of %j reads %s', (needed, text) => {
    expect(neededText(needed)).toBe(text);
  });
});

describe('a column', () => {
  it.each([
    [0, 'Column A'],
    [25, 'Column Z'],
    [26, 'Column AA'],
    [701, 'Column ZZ'],
  ])('without a name is called by its place: %i is %s', (index, name) => {
    expect(columnTitle(column(index, '', null))).toBe(name);
  });

  it('shows three of its values at most, each once', () => {
    const first_rows = ['a', '', 'a', 'b', 'c', 'd'].map((value, row) => ({
      row,
      cells: ['x', value],
      lead: {},
    }));
    expect(samplesOf({ first_rows } as unknown as FileCheck, 1)).toEqual(['a', 'b', 'c']);
  });
});

it('The fields that are read are those of the columns, with a full name as two', () => {
  expect(fieldsRead(columns)).toEqual(['company_name', 'first_name', 'last_name']);
  expect(fieldsRead([column(0, 'Land', 'country')])).toEqual(['country']);
});
