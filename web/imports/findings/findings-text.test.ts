import { describe, expect, it } from 'vitest';
import type { FileCheck } from '#contract/imports.ts';
import { aCheck } from '../file-check.fixture.ts';
import {
  askedText,
  firstRowsTitle,
  importValidText,
  isUndecided,
  problemsText,
  readProposedText,
  repeatOf,
  repeatsText,
  summaryText,
  unreadColumns,
  unreadText,
  verdict,
} from './findings-text.ts';

const ofFile = { row: 4, of: 'file', by: 'email', value: 'a@b.example', same_as_row: 2 } as const;
const phones = { index: 0, title: 'Erreichbar', field: null, proposed: 'phone_number' } as const;
const emails = { index: 2, title: 'Title', field: 'title', proposed: 'email' } as const;
const sites = { index: 1, title: '', field: null, proposed: 'website' } as const;
const ofLeads = { ...ofFile, row: 5, of: 'leads', same_as_row: null } as const;

describe('the summary', () => {
  it.each([
    [{ rows: 1_204 }, '1,204 rows · 1 column · UTF-8 · comma-separated'],
    [{ delimiter: '\t', encoding: 'utf-16le' }, '1 row · 1 column · UTF-16 · tab-separated'],
    [
      { delimiter: ';', encoding: 'windows-1252' },
      '1 row · 1 column · Windows-1252 · semicolon-separated',
    ],
    [
      { encoding: null, delimiter: null, sheet: 'Leads', header_row: 3 },
      '1 row · 1 column · sheet “Leads” · column names in row 3',
    ],
  ])('of %j reads %s', (change, text) => {
    expect(summaryText(aCheck(change))).toBe(text);
  });
});

describe('a file', () => {
  it.each([
    ['No problems found', undefined, {}],
    ['1 problem found', 'problems', { problem_count: 1 }],
    ['1,300 problems found', 'problems', { problem_count: 1_300, duplicate_rows: 2 }],
    ['2 rows repeat', 'duplicates', { duplicate_rows: 2 }],
    ['Choose the columns', 'columns', { missing: ['email'], valid_rows: 0 }],
    ['1 row names another partner', 'partners', { other_partner_rows: 1 }],
    ['2 rows name another partner', 'partners', { other_partner_rows: 2 }],
    ['1 column is not read', 'proposals', { columns: [phones] }],
    ['2 columns are not read', 'proposals', { columns: [phones, sites] }],
    ['1 column looks like something else', 'proposals', { columns: [emails] }],
    ['2 columns look like something else', 'proposals', { columns: [phones, emails] }],
  ] as const)('is told in a few words: %s', (text, question, change) => {
    expect(verdict(aCheck(change as Partial<FileCheck>), question)).toBe(text);
  });

  it.each([
    [
      'columns',
      { missing: ['email'] },
      'No leads were stored yet. First choose which column is which.',
    ],
    [
      'problems',
      { problem_count: 2, bad_rows: 1, rows: 3 },
      'No leads were stored. 2 problems in 1 of 3 rows: this row cannot be stored as it is.',
    ],
    [
      'duplicates',
      { duplicate_rows: 1, duplicates: [ofFile] },
      'No leads were stored yet. 1 row repeats: the same as another row of the file. Choose what to do, then upload.',
    ],
    [
      'partners',
      {
        other_partner_rows: 3,
        other_partners: [
          { name: 'Nora', rows: 2 },
          { name: 'Omar', rows: 1 },
        ],
      },
      'No leads were stored yet. 3 rows name another partner: Nora (2), Omar (1). Choose what to do, then upload.',
    ],
    [
      'partners',
      { other_partner_rows: 4, other_partners: [{ name: 'Nora', rows: 3 }] },
      'No leads were stored yet. 4 rows name another partner: Nora (3), and more. Choose what to do, then upload.',
    ],
    [
      'proposals',
      { columns: [phones, sites] },
      'No leads were stored yet. “Erreichbar” looks like Phone number, “Column B” looks like Website. Choose what to do, then upload.',
    ],
    [
      'proposals',
      { columns: [emails, { ...emails, title: 'Funktion' }] },
      'No leads were stored yet. “Title” looks like Email, “Funktion” (read as Title) looks like Email. Choose what to do, then upload.',
    ],
  ] as const)('that Upload stops for says why: %s', (question, change, text) => {
    expect(askedText(aCheck(change as Partial<FileCheck>), question, 'own')).toBe(text);
  });

  it.each([
    ['Read it too', [phones]],
    ['Read them too', [phones, sites]],
    ['Read it as Email', [emails]],
    ['Read them so', [phones, emails]],
  ])('whose values say what they are offers: %s', (text, columns) => {
    expect(readProposedText(aCheck({ columns }))).toBe(text);
  });

  it('of which no row was looked at needs its columns chosen, also where none is missing', () => {
    const doubled = { problem_count: 1, valid_rows: 0, bad_rows: 0 };
    expect(isUndecided(aCheck(doubled))).toBe(true);
    expect(isUndecided(aCheck({ ...doubled, bad_rows: 1 }))).toBe(false);
  });

  it('does not promise that its rows are read as shown before the columns are chosen', () => {
    expect(firstRowsTitle(aCheck({}))).toBe('First rows as they will be read');
    expect(firstRowsTitle(aCheck({ missing: ['email'] }))).toBe('First rows as read so far');
  });
});

it.each([
  [
    { problem_count: 12, bad_rows: 7, rows: 1_204 },
    '12 problems in 7 of 1,204 rows: these rows cannot be stored as they are.',
  ],
  [{ problem_count: 1, bad_rows: 0 }, '1 problem: the file cannot be stored as it is.'],
])('The problems of %j read %s', (change, text) => {
  expect(problemsText(aCheck(change))).toBe(text);
});

describe('rows that repeat', () => {
  it.each([
    [1, [ofFile], '1 row repeats: the same as another row of the file.'],
    [2, [ofLeads, ofLeads], '2 rows repeat: the same as leads you already have.'],
    [
      2,
      [ofLeads, ofFile],
      '2 rows repeat: the same as other rows of the file or leads you already have.',
    ],
  ])('%i of them read', (duplicate_rows, duplicates, text) => {
    expect(repeatsText(aCheck({ duplicate_rows, duplicates }), 'own')).toBe(text);
  });

  it('of other partners are said to be theirs', () => {
    const ofOthers = { ...ofLeads, of: 'others', by: 'id' } as const;
    const found = aCheck({ duplicate_rows: 2, duplicates: [ofLeads, ofOthers] });
    expect(repeatsText(found, 'own')).toBe(
      '2 rows repeat: the same as leads you already have or leads of other partners.',
    );
    expect(repeatOf(ofOthers, 'own')).toBe('a lead of another partner');
  });

  it('for three reasons read as a list', () => {
    const duplicates = [ofFile, ofLeads, { ...ofLeads, of: 'others', by: 'id' } as const];
    expect(repeatsText(aCheck({ duplicate_rows: 268, duplicates }), 'partner')).toBe(
      '268 rows repeat: the same as other rows of the file, leads this partner already has or leads of other partners.',
    );
  });

  it('each say what they repeat', () => {
    expect(repeatOf(ofFile, 'own')).toBe('row 2 of the file');
    expect(repeatOf(ofLeads, 'own')).toBe('a lead you already have');
  });

  it('of a partner for whom they are uploaded are said to be theirs', () => {
    const found = aCheck({ duplicate_rows: 2, duplicates: [ofLeads, ofLeads] });
    const text = '2 rows repeat: the same as leads this partner already has.';
    expect(repeatsText(found, 'partner')).toBe(text);
    expect(askedText(found, 'duplicates', 'partner')).toContain(text);
    expect(repeatOf(ofLeads, 'partner')).toBe('a lead this partner already has');
  });
});

it.each([
  [
    { leads: 2, leftBehind: 1, leftOut: { duplicates: 1, others: 1 } },
    '2 leads will be stored. 1 row stays behind; you can download it afterwards. 1 duplicate is skipped. 1 row of another partner is left out.',
  ],
  [
    { leads: 1, leftBehind: 3, leftOut: { duplicates: 0, others: 0 } },
    '1 lead will be stored. 3 rows stay behind; you can download them afterwards.',
  ],
])('What importing the valid rows only will do is said of every row: %j', (rows, text) => {
  expect(importValidText(rows)).toBe(text);
});

describe('columns that are not read', () => {
  const titled = (...titles: string[]) =>
    titles.map((title, index) => ({ index, title, field: null, proposed: null }));

  it('are named, but for those that are offered, compared or without a name', () => {
    const columns = [
      { index: 0, title: 'company_name', field: 'company_name', proposed: null } as const,
      phones,
      { index: 2, title: 'id', field: null, proposed: null, compared: true } as const,
      ...titled('address', '', 'notes'),
    ];
    const found = aCheck({ columns });
    expect(unreadColumns(found)).toEqual(['address', 'notes']);
    expect(unreadText(found)).toBe('Not read: “address”, “notes”.');
  });

  it('are counted where they are many', () => {
    const found = aCheck({ columns: titled(...'abcdefghijklmn') });
    expect(unreadText(found)).toMatch(/^Not read: “a”, .*“l” and 2 more\.$/);
  });
});
