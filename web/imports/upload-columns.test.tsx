// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCheck } from './file-check.fixture.ts';
import {
  button,
  checkCall,
  column,
  describedBy,
  isFocused,
  isOff,
  named,
  openWith,
  rowOf,
  rowsOf,
  uploadCall,
} from './upload-story.fixture.tsx';

const firstRows = 'First rows as they will be read';
const field = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);
const valuesOf = (...names: string[]) => names.map((name) => field(name).value);

/** One column is understood, one is not, and the values of the last tell what it is. */
const german = [
  column(0, 'Firma', 'company_name'),
  column(1, 'Wer', null),
  { ...column(2, 'Elektropost', null), proposed: 'email' as const },
];
const vogel = ['Vogel AG', 'Anna von Vogel', 'a.vogel@vogel.example'];
const asked = aCheck({
  columns: german,
  missing: ['first_name', 'last_name', 'email'],
  valid_rows: 0,
  first_rows: [{ row: 2, cells: vogel, lead: { company_name: 'Vogel AG' } }],
});
const answered = aCheck({
  columns: [
    column(0, 'Firma', 'company_name'),
    column(1, 'Wer', 'full_name'),
    column(2, 'Elektropost', 'email'),
  ],
  columns_by: 'choice',
  first_rows: [rowOf(2, 'Vogel AG', 'Anna', 'von Vogel', 'a.vogel@vogel.example')],
});

test('A column that nobody understands is chosen by keyboard, and the file is checked and stored so', async () => {
  const { user, callsTo, address } = await openWith(({ query }) => ({
    json: query.columns ? answered : asked,
  }));
  await screen.findByRole('heading', { name: 'Which column is which?' });
  expect(screen.getByText(/The answer is remembered/)).toBeTruthy();
  expect(isOff(button('Upload'))).toBe(true);
  expect(document.activeElement).toBe(button('Choose columns'));
  expect(valuesOf('Firma', 'Wer', 'Elektropost')).toEqual(['company_name', '', 'email']);
  // What its values look like is proposed, and is seen before anything is stored.
  expect(describedBy(field('Elektropost'))).toBe('Looks like Email: a.vogel@vogel.example');
  expect(screen.getByText(/^Still needed: First name, Last name\./)).toBeTruthy();
  const use = button('Use these columns');
  expect(use).toHaveProperty('disabled', true);

  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(field('Wer'));
  await user.selectOptions(field('Wer'), 'Full name (is split)');
  expect(field('Wer').value).toBe('full_name');
  expect(screen.getByText('Every required field has a column.')).toBeTruthy();
  for (const _ of ['Elektropost', 'Use these columns']) await user.tab();
  expect(document.activeElement).toBe(use);
  await user.keyboard('{Enter}');
  await screen.findByText('Columns are read as you chose.');
  await isFocused(() => button('Upload'));
  expect(rowsOf(firstRows)).toEqual(['2Vogel AGAnnavon Vogela.vogel@vogel.example']);
  await user.click(button('Upload'));
  await waitFor(() => expect(address()).toBe('/leads'));
  const columns = '0:company_name,1:full_name,2:email';
  expect(callsTo(checkCall).map(({ query }) => query.columns)).toEqual([undefined, columns]);
  expect(callsTo(uploadCall).map(({ query }) => query.columns)).toEqual([columns]);
});

test('Where an answer about columns is remembered, that is said', async () => {
  await openWith({ json: { ...answered, columns_by: 'memory' } });
  await screen.findByText('Columns are read as last time.');
});

test('Columns that are understood can be changed, or kept as they are', async () => {
  const { user, callsTo } = await openWith({ json: aCheck({ columns: named }) });
  await user.click(await screen.findByRole('button', { name: 'Change columns' }));
  expect(document.activeElement).toBe(field('company_name'));
  await user.selectOptions(field('first_name'), 'Company name');
  expect(valuesOf('company_name', 'first_name')).toEqual(['', 'company_name']);
  expect(screen.getByText('Still needed: First name.')).toBeTruthy();
  await user.click(button('Keep as it is'));
  expect(document.activeElement).toBe(button('Change columns'));
  expect(screen.getByText('Columns are read by their names.')).toBeTruthy();
  // What was begun is forgotten.
  await user.click(button('Change columns'));
  expect(valuesOf('company_name', 'first_name')).toEqual(['company_name', 'first_name']);
  expect(callsTo(checkCall)).toHaveLength(1);
});

test('A full name takes the place of its parts, and what the change makes wrong is listed', async () => {
  const problem = { row: 2, column: 'last_name', value: '', message: 'Last name is required' };
  const lacking = { columns_by: 'choice', valid_rows: 0, bad_rows: 1, problem_count: 1 } as const;
  const { user, callsTo } = await openWith(({ query }) => ({
    json: aCheck(query.columns ? { ...lacking, problems: [problem] } : { columns: named }),
  }));
  await user.click(await screen.findByRole('button', { name: 'Change columns' }));
  await user.selectOptions(field('last_name'), 'Full name (is split)');
  expect(valuesOf('first_name', 'last_name')).toEqual(['', 'full_name']);
  await user.click(button('Use these columns'));
  await waitFor(() =>
    expect(rowsOf('What is wrong in the file')).toEqual(['2last_nameemptyLast name is required']),
  );
  expect(callsTo(checkCall)[1]?.query.columns).toBe('0:company_name,2:full_name,3:email');
});
