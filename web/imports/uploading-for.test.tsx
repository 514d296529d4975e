// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { FileCheck } from '#contract/imports.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { aCheck } from './file-check.fixture.ts';
import { UploadLeadsPage } from './UploadLeadsPage.tsx';

const nora = { id: 'nora', name: 'Nora Lindqvist', email: 'n@x.example', company: 'X' };
const stored = { json: { success: true, count: 1, skipped: 0, failed: 0, import_id: '9' } };
const picker = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'For partner' });

type Reply = Parameters<typeof answerCalls>[0][string];

const isCheck = (found: FileCheck | Reply): found is FileCheck =>
  typeof found === 'object' && 'columns' in found;

function open(
  as: 'admin' | 'partner',
  at = '/leads/upload',
  found: FileCheck | Reply = aCheck(),
  storing: Reply = stored,
) {
  const calls = answerCalls({
    'GET /api/imports': { json: { imports: [], total: 0 } },
    'GET /api/partners': { json: { partners: [nora] } },
    'GET /api/leads/upload/progress': { json: { step: 'checking', percent: 43 } },
    'POST /api/leads/upload/check': isCheck(found) ? { json: found } : found,
    'POST /api/leads/upload': storing,
    'POST /api/leads/upload/report': { text: 'company_name', headers: {} },
  });
  const rendered = renderScreen(<UploadLeadsPage />, { at, as });
  const partnersOf = (path: string) =>
    calls.filter((call) => call.path === path).map(({ query }) => query.partner_id);
  const queriesOf = (path: string) =>
    calls.filter((call) => call.path === path).map(({ query }) => query);
  return { ...rendered, partnersOf, queriesOf };
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

async function readFirstRowAsLead(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Change columns' }));
  await user.click(await screen.findByRole('button', { name: 'The first row is a lead' }));
}

test('A file that is read in another way is checked for the same partner', async () => {
  const { user, queriesOf } = open('admin', '/leads/upload?partner=nora');
  choose();
  await readFirstRowAsLead(user);
  await waitFor(() => expect(queriesOf('/api/leads/upload/check')).toHaveLength(2));
  expect(queriesOf('/api/leads/upload/check')[1]).toMatchObject({
    partner_id: 'nora',
    first_row: 'lead',
  });
});

test('For another partner a file is read as it was said to be', async () => {
  const { user, queriesOf } = open('admin');
  choose();
  await readFirstRowAsLead(user);
  await user.click(picker());
  await user.click(await screen.findByRole('option', { name: 'Nora Lindqvist' }));
  await waitFor(() => expect(queriesOf('/api/leads/upload/check')).toHaveLength(3));
  expect(queriesOf('/api/leads/upload/check')[2]).toMatchObject({
    partner_id: 'nora',
    first_row: 'lead',
  });
});

test('While a file is uploaded it is for whom it was sent', async () => {
  const held = heldAnswer(stored);
  const { user } = open('admin', '/leads/upload', aCheck(), held.reply);
  choose();
  await screen.findByText('File is ready to upload');
  expect(picker().closest('fieldset')?.disabled).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(picker().closest('fieldset')?.disabled).toBe(true));
  held.release();
  await waitFor(() => expect(toasts()).toHaveLength(1));
});

test('The rows that were left behind come back as the file was read', async () => {
  const partly = { json: { ...stored.json, failed: 1 } };
  const { user, queriesOf } = open('admin', '/leads/upload', aCheck(), partly);
  choose();
  await readFirstRowAsLead(user);
  await user.click(await screen.findByRole('button', { name: 'Upload' }));
  await user.click(await screen.findByRole('button', { name: 'Download the 1 row' }));
  await waitFor(() => expect(queriesOf('/api/leads/upload/report')).toHaveLength(1));
  expect(queriesOf('/api/leads/upload/report')[0]).toMatchObject({
    rows: 'bad',
    first_row: 'lead',
  });
});

test('For a partner who does not exist no file is taken, until another is chosen', async () => {
  const { user } = open('admin', '/leads/upload?partner=nobody');
  await screen.findByText('This partner does not exist');
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
  expect(screen.queryByText(/becomes a lead of/)).toBeNull();
  await user.click(picker());
  await user.click(await screen.findByRole('option', { name: 'Nora Lindqvist' }));
  expect(screen.getByRole('button', { name: 'Upload' })).toBeDefined();
});

test('A partner uploads for themselves, whatever the address says', async () => {
  const { user, partnersOf } = open('partner', '/leads/upload?partner=nora');
  expect(screen.queryByRole('combobox', { name: 'For partner' })).toBeNull();
  choose();
  await screen.findByText('File is ready to upload');
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(partnersOf('/api/leads/upload')).toEqual([undefined]));
});

describe('An export that names other partners', () => {
  const found = aCheck({
    ...{ rows: 3, valid_rows: 3, other_partner_rows: 2 },
    other_partners: [{ name: 'Omar Haddad', rows: 2 }],
  });
  const queryOfUpload = async (queriesOf: ReturnType<typeof open>['queriesOf']) => {
    await waitFor(() => expect(queriesOf('/api/leads/upload')).toHaveLength(1));
    return queriesOf('/api/leads/upload')[0];
  };

  test('is not ready: it says whom, and leaves those rows out unless they are wanted', async () => {
    const partly = { json: { ...stored.json, skipped: 2 } };
    const { user, queriesOf } = open('admin', '/leads/upload', found, partly);
    choose();
    await screen.findByText('2 rows name another partner: Omar Haddad (2).');
    expect(screen.queryByText('File is ready to upload')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    expect(await queryOfUpload(queriesOf)).toMatchObject({ other_partners: 'skip' });
    await waitFor(() => expect(toasts()).toHaveLength(2));
    expect(toasts()[1]).toMatchObject({ message: '2 rows of other partners were left out' });
  });

  test('has left out no more of them than were skipped: one may have become their own since', async () => {
    const partly = { json: { ...stored.json, count: 2, skipped: 1 } };
    const { user } = open('admin', '/leads/upload', found, partly);
    choose();
    await screen.findByText('2 rows name another partner: Omar Haddad (2).');
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(toasts()).toHaveLength(2));
    expect(toasts()[1]).toMatchObject({ message: '1 row of another partner was left out' });
  });

  test.each([
    ['/leads/upload', 'Add them as leads of your own'],
    ['/leads/upload?partner=nora', 'Add them as leads of the chosen partner'],
  ])('gives them to whom it is said: %s', async (at, words) => {
    const { user, queriesOf } = open('admin', at, found);
    choose();
    await user.click(await screen.findByRole('radio', { name: words }));
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    expect(await queryOfUpload(queriesOf)).toMatchObject({ other_partners: 'import' });
  });

  test('stops where Upload was pressed before that was known, and leads to the answer', async () => {
    const held = heldAnswer({ json: found });
    const { user, queriesOf } = open('admin', '/leads/upload', held.reply);
    choose();
    await screen.findByText('leads.csv');
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    held.release();
    expect((await screen.findByRole('alert')).textContent).toMatch(/Omar Haddad \(2\)/);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Leave them out' }));
    expect(queriesOf('/api/leads/upload')).toEqual([]);
  });

  test('and nothing else has nothing to upload', async () => {
    const all = { ...found, rows: 2, valid_rows: 2 };
    const { user } = open('admin', '/leads/upload', all);
    choose();
    await screen.findByText('With all of these rows left out, nothing is left to upload.');
    const upload = screen.getByRole('button', { name: 'Upload' });
    expect(upload.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('radio', { name: /^Add them/ }));
    expect(upload.getAttribute('aria-disabled')).toBeNull();
  });
});

test('Columns that no field is read from are named', async () => {
  const columns = [
    { index: 0, title: 'company_name', field: 'company_name', proposed: null } as const,
    { index: 1, title: 'address', field: null, proposed: null },
  ];
  open('partner', '/leads/upload', aCheck({ columns }));
  choose();
  await screen.findByText('Columns are read by their names. Not read: “address”.');
});
