import { describe, expect, it } from 'vitest';
import type { ColumnChoice } from '#contract/imports.ts';
import { aCheck } from './file-check.fixture.ts';
import { type Choices, isNothingLeft, leadsToStore, noChoices, queryOf } from './upload-choices.ts';

const columns: ColumnChoice = [{ index: 3, field: 'email' }];

describe('what goes with a file', () => {
  it('is nothing for one that is right, or of which nothing is known yet', () => {
    expect(queryOf('all', noChoices, aCheck())).toEqual({});
    expect(queryOf('all', noChoices, undefined)).toEqual({});
  });

  it('is what was chosen about its columns, its rows and its duplicates', () => {
    const choices: Choices = { ...noChoices, columns, duplicates: 'import' };
    expect(queryOf('valid', choices, aCheck({ duplicate_rows: 1 }))).toEqual({
      columns: '3:email',
      rows: 'valid',
      duplicates: 'import',
    });
    expect(queryOf('all', { ...noChoices, columns, firstRow: 'lead' }, aCheck())).toEqual({
      columns: '3:email',
      first_row: 'lead',
    });
    expect(queryOf('all', noChoices, aCheck({ duplicate_rows: 1 }))).toEqual({
      duplicates: 'skip',
    });
  });

  it.each(['skip', 'import'] as const)('says of rows of other partners: %s', (otherPartners) => {
    const choices: Choices = { ...noChoices, otherPartners };
    expect(queryOf('all', choices, aCheck({ other_partner_rows: 1 }))).toEqual({
      other_partners: otherPartners,
    });
  });
});

describe('skipping what repeats', () => {
  const all = aCheck({ rows: 4, valid_rows: 2, duplicate_rows: 2 });

  it('leaves fewer leads to store', () => {
    expect(leadsToStore(aCheck({ valid_rows: 5, duplicate_rows: 2 }), noChoices)).toBe(3);
    expect(leadsToStore(all, { ...noChoices, duplicates: 'import' })).toBe(2);
    const others = aCheck({ valid_rows: 5, duplicate_rows: 2, other_partner_rows: 1 });
    expect(leadsToStore(others, noChoices)).toBe(2);
    expect(leadsToStore(others, { ...noChoices, otherPartners: 'import' })).toBe(3);
  });

  it('may leave nothing to upload', () => {
    expect(isNothingLeft(all, noChoices)).toBe(true);
    expect(isNothingLeft(all, { ...noChoices, duplicates: 'import' })).toBe(false);
    expect(isNothingLeft(aCheck(), noChoices)).toBe(false);
    // The server then tells of the problems, as ever.
    expect(isNothingLeft({ ...all, problem_count: 1 }, noChoices)).toBe(false);
  });
});
