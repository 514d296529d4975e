import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { type FileCheck, uploadColumns } from '#contract/imports.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { aCheck } from './file-check.fixture.ts';
import { UploadLeadsPage } from './UploadLeadsPage.tsx';

export const checkCall = 'POST /api/leads/upload/check';
export const uploadCall = 'POST /api/leads/upload';
export type Reply = Parameters<typeof answerCalls>[0][string];

export const stored = {
  json: { success: true, count: 1, skipped: 0, failed: 0, import_id: '9' },
};
export const column = (
  index: number,
  title: string,
  field: FileCheck['columns'][number]['field'],
) => ({
  index,
  title,
  field,
  proposed: null,
});
export const right = aCheck();
export const repeated = aCheck({
  rows: 2,
  valid_rows: 2,
  duplicate_rows: 1,
  duplicates: [{ row: 3, of: 'file', by: 'email', value: 'a@b.example', same_as_row: 2 }],
});
export const unmapped = aCheck({
  columns: [column(0, 'Firma', 'company_name'), column(1, 'Elektropost', null)],
  missing: ['email'],
  valid_rows: 0,
});
export const required = uploadColumns.required.map((field, index) => ({
  ...{ index, title: `Spalte ${index}`, field: null, proposed: field },
}));
export const allProposed = aCheck({
  columns: required,
  missing: [...uploadColumns.required],
  valid_rows: 0,
});
export const mixed = aCheck({
  rows: 3,
  valid_rows: 2,
  bad_rows: 1,
  problem_count: 1,
  problems: [{ row: 3, column: 'email', value: 'ada', message: 'Email is invalid' }],
});
export const proposed = aCheck({
  columns: [
    column(0, 'company_name', 'company_name'),
    { index: 1, title: 'Netz', field: null, proposed: 'website' },
  ],
});

/** Of a file that names its columns as specified. */
export const named = uploadColumns.required.map((field, index) => column(index, field, field));
/** A row as its cells and as the lead that is read from it. */
export const rowOf = (row: number, ...cells: string[]) => {
  const [company_name = '', first_name = '', last_name = '', email = ''] = cells;
  return { row, cells, lead: { company_name, first_name, last_name, email } };
};

export const leads = new File(['company_name\nAcme'], 'leads.csv', { type: 'text/csv' });
export const picture = new File(['x'], 'a.png', { type: 'image/png' });

const noHistory: Reply = { json: { imports: [], total: 0 } };

const checking: Reply = { json: { step: 'checking', percent: 40 } };

export async function openWith(
  check: Reply,
  upload: Reply = stored,
  { history = noHistory, progress = checking } = {},
) {
  const calls = answerCalls({
    'GET /api/imports': history,
    'GET /api/leads/upload/progress': progress,
    [checkCall]: check,
    [uploadCall]: upload,
  });
  const rendered = renderScreen(<UploadLeadsPage />, { at: '/leads/upload' });
  choose(leads);
  await screen.findByText('leads.csv');
  const callsTo = (path: string) => calls.filter((call) => `${call.method} ${call.path}` === path);
  return { ...rendered, callsTo };
}

export function choose(...files: File[]) {
  const input = document.querySelector('input[type="file"]');
  if (input) fireEvent.change(input, { target: { files } });
}

export const button = (name: string) => screen.getByRole('button', { name });
export const isFocused = (element: () => HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(element()));
export const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
/** What stands in the rows of a table. */
export const rowsOf = (table: string) =>
  [...screen.getByRole('table', { name: table }).querySelectorAll('tbody tr')].map(
    (row) => row.textContent,
  );
export const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
