// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toasts } from '#test/render.tsx';
import { aCheck } from './file-check.fixture.ts';
import {
  button,
  isFocused,
  isOff,
  named,
  openWith,
  rowOf,
  rowsOf,
  stored,
  uploadCall,
} from './upload-story.fixture.tsx';

const firstRows = 'First rows as they will be read';
const ada = ['Acme', 'Ada', 'Lovelace', 'ada@acme.example'];
const bo = ['Beta', 'Bo', 'Li', 'bo@beta.example'];
const isFolded = () => !screen.getByText(firstRows).closest('details')?.open;

test('A file that is right tells what it holds, and goes up with nothing but itself', async () => {
  const found = aCheck({
    ...{ columns: named, rows: 2, valid_rows: 2 },
    first_rows: [rowOf(2, ...ada), rowOf(3, ...bo)],
  });
  const { user, callsTo, address } = await openWith({ json: found });
  await screen.findByText('2 rows · 4 columns · UTF-8 · comma-separated');
  expect(screen.getByText('Columns are read by their names.')).toBeTruthy();
  expect(screen.getByText('No problems found')).toBeTruthy();
  expect(document.activeElement).toBe(button('Upload'));
  expect(isFolded()).toBe(true);
  await user.click(screen.getByText(firstRows));
  expect(isFolded()).toBe(false);
  expect(rowsOf(firstRows)).toEqual([
    '2AcmeAdaLovelaceada@acme.example',
    '3BetaBoLibo@beta.example',
  ]);
  await user.click(button('Upload'));
  await waitFor(() => expect(address()).toBe('/leads'));
  expect(callsTo(uploadCall).map(({ query }) => Object.keys(query))).toEqual([['upload_id']]);
  expect(toasts().map(({ message }) => message)).toEqual(['Leads have been uploaded successfully']);
});

const mixed = aCheck({
  ...{ columns: named, rows: 3, valid_rows: 2, bad_rows: 1, problem_count: 2 },
  first_rows: [rowOf(2, ...ada)],
  problems: [
    { row: 3, column: 'company_name', value: '', message: 'Company name is required' },
    { row: 3, column: 'email', value: 'not-an-email', message: 'Email is invalid' },
  ],
});

test('Every problem is listed with its row, column and value before anything is uploaded', async () => {
  const { user, callsTo } = await openWith({ json: mixed });
  await screen.findByText('2 problems in 1 of 3 rows: this row cannot be stored as it is.');
  expect(rowsOf('What is wrong in the file')).toEqual([
    '3company_nameemptyCompany name is required',
    '3emailnot-an-emailEmail is invalid',
  ]);
  expect(isFolded()).toBe(false);
  expect(screen.getByText('2 problems found')).toBeTruthy();
  expect(document.activeElement).toBe(button('Import the 2 valid rows'));
  await user.tab();
  expect(document.activeElement).toBe(button('Upload'));
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('No leads were stored');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Problems' }));
  expect(screen.getAllByRole('table', { name: 'What is wrong in the file' })).toHaveLength(1);
  expect(callsTo(uploadCall)).toEqual([]);
});

test('Only the valid rows are imported once that is chosen, and what became of the rest is told', async () => {
  const record = {
    ...{ id: '9', user_id: '1', user_name: 'Pat', partner_id: '1', for_partner: null },
    ...{ file_name: 'mixed.csv', created_at: '2026-11-15T09:05:00' },
    ...{ stored: 2, skipped: 0, failed: 1, undone_at: null, can_undo: true },
  };
  const imports: (typeof record)[] = [];
  const { user, callsTo, address } = await openWith(
    { json: mixed },
    () => {
      imports.push(record);
      return { json: { ...stored.json, count: 2, failed: 1 } };
    },
    { history: () => ({ json: { imports, total: imports.length } }) },
  );
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Import the 2 valid rows' }));
    return screen.findByRole('dialog', { name: 'Import the valid rows only?' });
  };
  const dialog = await ask();
  expect(dialog.textContent).toContain(
    '2 leads will be stored. 1 row stays behind; you can download it afterwards.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await isFocused(() => button('Import the 2 valid rows'));
  expect(callsTo(uploadCall)).toEqual([]);

  await user.click(within(await ask()).getByRole('button', { name: 'Import 2 rows' }));
  const told = await screen.findByText('2 leads were stored. 1 row stays behind.');
  await isFocused(() => told.closest<HTMLElement>('[role="status"]') ?? document.body);
  expect(callsTo(uploadCall).map(({ query }) => query.rows)).toEqual(['valid']);
  expect(address()).toBe('/leads/upload');
  expect(isOff(button('Upload'))).toBe(true);
  await screen.findByText('mixed.csv');
  expect(rowsOf('Earlier uploads')).toEqual([expect.stringMatching(/^mixed\.csv.*201Undo/)]);
  await user.click(screen.getByRole('link', { name: 'Go to the leads' }));
  expect(address()).toBe('/leads');
});

const twice = aCheck({
  ...{ columns: named, rows: 3, valid_rows: 3, duplicate_rows: 2 },
  duplicates: [
    { row: 2, of: 'leads', by: 'email', value: 'ada@acme.example', same_as_row: null },
    { row: 4, of: 'file', by: 'company and contact', value: 'Beta, Bo Li', same_as_row: 3 },
  ],
});

test('Rows that repeat are marked and skipped, unless they are wanted', async () => {
  const skipping = { json: { ...stored.json, skipped: 2 } };
  const { user, callsTo, address } = await openWith({ json: twice }, skipping);
  await screen.findByText(
    '2 rows repeat: the same as other rows of the file or leads you already have.',
  );
  expect(rowsOf('Rows that repeat')).toEqual([
    '2a lead you already haveemailada@acme.example',
    '4row 3 of the filecompany and contactBeta, Bo Li',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Skip them').checked).toBe(true);
  await user.click(button('Upload'));
  await waitFor(() => expect(address()).toBe('/leads'));
  expect(callsTo(uploadCall).map(({ query }) => query.duplicates)).toEqual(['skip']);
  expect(toasts().map(({ message }) => message)).toEqual([
    'Leads have been uploaded successfully',
    '2 duplicates were skipped',
  ]);
});

test('Where every row repeats nothing is left to upload, until the keyboard says that they are wanted', async () => {
  const { user, callsTo, address } = await openWith({ json: { ...twice, duplicate_rows: 3 } });
  await screen.findByText(/nothing is left to upload/);
  expect(isOff(button('Upload'))).toBe(true);
  screen.getByLabelText('Skip them').focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByLabelText<HTMLInputElement>('Import them too').checked).toBe(true);
  expect(screen.queryByText(/nothing is left to upload/)).toBeNull();
  expect(isOff(button('Upload'))).toBe(false);
  await user.click(button('Upload'));
  await waitFor(() => expect(address()).toBe('/leads'));
  expect(callsTo(uploadCall).map(({ query }) => query.duplicates)).toEqual(['import']);
});
