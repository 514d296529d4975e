// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { importText } from '#contract/import-text.ts';
import { uploadColumns } from '#contract/imports.ts';
import { heldAnswer } from '#test/fake-server.ts';
import { aCheck } from './file-check.fixture.ts';
import { sampleCsv } from './sample-csv.ts';
import {
  button,
  checkCall,
  choose,
  column,
  openWith,
  type Reply,
  right,
} from './upload-story.fixture.tsx';

test('A file without column names is told so, and read with its first row as a lead', async () => {
  const columns = [column(0, 'Acme Ltd', null), column(1, 'ada@acme.example', null)];
  const unnamed = [column(0, '', null), column(1, '', null)];
  const doubtful = aCheck({ columns, missing: ['email'], valid_rows: 0 });
  const nameless = { header_row: 0, columns: unnamed, missing: ['email'], valid_rows: 0 };
  const { user, callsTo } = await openWith(({ query }) => ({
    json: query.first_row === 'lead' ? aCheck(nameless) : doubtful,
  }));
  expect(await screen.findByText(/^The first row looks like data/)).toBeTruthy();
  await user.click(button('The first row is a lead'));
  expect(await screen.findByText('The first row is read as a lead.')).toBeTruthy();
  expect(screen.getByText(/no column names/)).toBeTruthy();
  // The next thing to do is to say what the columns hold, which cannot be remembered without names.
  const first = screen.getByRole('combobox', { name: 'Column A' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(screen.queryByText(/The answer is remembered/)).toBeNull();
  await user.click(button('It names the columns'));
  expect(await screen.findByText(/^The first row looks like data/)).toBeTruthy();
  expect(callsTo(checkCall).map(({ query }) => query.first_row)).toEqual([
    undefined,
    'lead',
    undefined,
  ]);
});

test('A first row that looks like names can be said to be a lead all the same', async () => {
  const unnamed = [column(0, '', null), column(1, '', null)];
  const nameless = aCheck({ header_row: 0, columns: unnamed, missing: ['email'], valid_rows: 0 });
  const { user } = await openWith(({ query }) => ({
    json: query.first_row === 'lead' ? nameless : right,
  }));
  await user.click(await screen.findByRole('button', { name: 'Change columns' }));
  await user.click(button('The first row is a lead'));
  await screen.findByText('The first row is read as a lead.');
  // It is taken back where that is said, and not offered once more.
  expect(screen.queryByRole('button', { name: 'The first row is a lead' })).toBeNull();
  const first = screen.getByRole('combobox', { name: 'Column A' });
  await waitFor(() => expect(document.activeElement).toBe(first));
});

describe('A file of a single row', () => {
  const unnamed = [column(0, '', null), column(1, '', null)];
  const nameless = aCheck({ header_row: 0, columns: unnamed, missing: ['email'], valid_rows: 0 });
  const noRows = { status: 400, json: { error: importText.noRows } };
  const asLead: Reply = ({ query }) => (query.first_row === 'lead' ? { json: nameless } : noRows);

  test('can be said to be a lead', async () => {
    const { user, callsTo } = await openWith(asLead);
    await user.click(await screen.findByRole('button', { name: 'The first row is a lead' }));
    await screen.findByText('The first row is read as a lead.');
    expect(screen.queryByText(importText.noRows)).toBeNull();
    const first = screen.getByRole('combobox', { name: 'Column A' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(callsTo(checkCall).at(-1)?.query.first_row).toBe('lead');
  });

  test('can be said to be a lead also where Upload was pressed first', async () => {
    const answer = heldAnswer(noRows);
    const { user } = await openWith((call) =>
      call.query.first_row === 'lead' ? { json: nameless } : answer.reply(),
    );
    await user.click(button('Upload'));
    answer.release();
    await user.click(await screen.findByRole('button', { name: 'The first row is a lead' }));
    await screen.findByText('The first row is read as a lead.');
  });

  test('is no lead where it is the row of the template', async () => {
    await openWith(noRows);
    await screen.findByRole('button', { name: 'The first row is a lead' });
    choose(new File([sampleCsv().split('\n')[0] ?? ''], 'template.csv'));
    await screen.findByText('template.csv');
    await screen.findByText(importText.noRows);
    expect(screen.queryByRole('button', { name: 'The first row is a lead' })).toBeNull();
  });

  test('is not asked about again where that does not help', async () => {
    const { user } = await openWith(noRows);
    await user.click(await screen.findByRole('button', { name: 'The first row is a lead' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'The first row is a lead' })).toBeNull(),
    );
    await screen.findByText(importText.noRows);
    expect(screen.queryByRole('button', { name: 'The first row is a lead' })).toBeNull();
  });
});

describe('What was decided about a file', () => {
  const twice = aCheck({
    columns: uploadColumns.required.map((field, index) => column(index, field, field)),
    ...{ rows: 2, valid_rows: 2, duplicate_rows: 1 },
    duplicates: [{ row: 3, of: 'file', by: 'email', value: 'a@b.example', same_as_row: 2 }],
  });
  const way = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

  test('is open again once its first row is read in another way', async () => {
    const { user, callsTo } = await openWith({ json: twice });
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.click(button('Use these columns'));
    await user.click(await way('Import them too'));
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.click(button('The first row is a lead'));
    await waitFor(() => expect(callsTo(checkCall)).toHaveLength(3));
    expect(callsTo(checkCall).map(({ query }) => query.columns)).toEqual([
      undefined,
      '0:company_name,1:first_name,2:last_name,3:email',
      undefined,
    ]);
    expect((await way('Skip them')).checked).toBe(true);
  });

  test('is nothing to the next one', async () => {
    const { user } = await openWith({ json: twice });
    await user.click(await way('Import them too'));
    choose(new File(['company_name\nOther'], 'other.csv'));
    await screen.findByText('other.csv');
    expect((await way('Skip them')).checked).toBe(true);
  });
});
