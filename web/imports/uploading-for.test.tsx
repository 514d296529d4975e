// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { aCheck } from './file-check.fixture.ts';
import { UploadLeadsPage } from './UploadLeadsPage.tsx';

const nora = { id: 'nora', name: 'Nora Lindqvist', email: 'n@x.example', company: 'X' };
const stored = { json: { success: true, count: 1, skipped: 0, failed: 0, import_id: '9' } };
const picker = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'For partner' });

function open(as: 'admin' | 'partner', at = '/leads/upload', found = aCheck()) {
  const calls = answerCalls({
    'GET /api/imports': { json: { imports: [], total: 0 } },
    'GET /api/partners': { json: { partners: [nora] } },
    'GET /api/leads/upload/progress': { json: { step: 'checking', percent: 43 } },
    'POST /api/leads/upload/check': { json: found },
    'POST /api/leads/upload': stored,
  });
  const rendered = renderScreen(<UploadLeadsPage />, { at, as });
  const partnersOf = (path: string) =>
    calls.filter((call) => call.path === path).map(({ query }) => query.partner_id);
  return { ...rendered, partnersOf };
}

function choose() {
  const files = [new File(['company_name\nAcme'], 'leads.csv')];
  const input = document.querySelector('input[type="file"]');
  if (input) fireEvent.change(input, { target: { files } });
}

test('A file is checked anew for the partner who is chosen, and every row becomes theirs', async () => {
  const { user, partnersOf } = open('admin');
  choose();
  await screen.findByText('File is ready to upload');
  expect(screen.getByText(/becomes a lead of your own/)).toBeDefined();
  await user.click(picker());
  await user.click(await screen.findByRole('option', { name: 'Nora Lindqvist' }));
  expect(screen.getByText(/becomes a lead of this partner/)).toBeDefined();
  await waitFor(() => expect(partnersOf('/api/leads/upload/check')).toEqual([undefined, 'nora']));
  await screen.findByText('File is ready to upload');
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(partnersOf('/api/leads/upload')).toEqual(['nora']);
});

test('A link that names a partner is followed from the first check on', async () => {
  const { partnersOf } = open('admin', '/leads/upload?partner=nora');
  choose();
  await screen.findByText('File is ready to upload');
  expect(partnersOf('/api/leads/upload/check')).toEqual(['nora']);
});

test.each([
  ['/leads/upload?partner=nora', 'a lead this partner already has'],
  ['/leads/upload', 'a lead you already have'],
])('Rows that repeat say whose leads they repeat: %s', async (at, words) => {
  const of = { of: 'leads', by: 'email', value: 'a@b.example', same_as_row: null } as const;
  const found = aCheck({ duplicate_rows: 1, duplicates: [{ row: 2, ...of }] });
  open('admin', at, found);
  choose();
  await screen.findByText(`1 row repeats: the same as ${words}.`);
  expect(screen.getByText(words)).toBeDefined();
});

test('A partner uploads for themselves, whatever the address says', async () => {
  const { user, partnersOf } = open('partner', '/leads/upload?partner=nora');
  expect(screen.queryByRole('combobox', { name: 'For partner' })).toBeNull();
  choose();
  await screen.findByText('File is ready to upload');
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(partnersOf('/api/leads/upload')).toEqual([undefined]));
});
