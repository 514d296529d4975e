// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { importText } from '#contract/import-text.ts';
import { uploadColumns } from '#contract/imports.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { InApp, renderScreen, toasts } from '#test/render.tsx';
import { DownloadRows } from './DownloadRows.tsx';
import { UploadLeadsPage } from './UploadLeadsPage.tsx';

const noImports = { json: { imports: [], total: 0 } };
const oneImport = {
  json: {
    imports: [
      {
        id: '4',
        user_id: '1',
        user_name: 'Pat',
        partner_id: '1',
        for_partner: null,
        file_name: 'autumn.csv',
        created_at: '2026-01-01T00:00:00Z',
        stored: 2,
        skipped: 0,
        failed: 0,
        undone_at: null,
        can_undo: true,
      },
    ],
    total: 1,
  },
};
const open = () => renderScreen(<UploadLeadsPage />, { at: '/leads/upload' });

test('The columns are listed as required and optional', async () => {
  answerCalls({ 'GET /api/imports': noImports });
  open();
  const columnsBelow = (title: string) => {
    const list = screen.getByRole('heading', { name: title }).nextElementSibling;
    return [...(list?.querySelectorAll('li') ?? [])].map((item) => item.textContent);
  };
  expect(columnsBelow('Required')).toEqual([...uploadColumns.required]);
  expect(columnsBelow('Optional')).toEqual([...uploadColumns.optional]);
});

test('Pressing Upload without a file asks for one', async () => {
  answerCalls({ 'GET /api/imports': noImports });
  const { user } = open();
  const button = screen.getByRole('button', { name: 'Upload' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(screen.getByRole('alert').textContent).toBe('Please select a file to upload');
});

test('Earlier uploads that cannot be loaded can be asked for again', async () => {
  let tries = 0;
  answerCalls({ 'GET /api/imports': () => (++tries === 1 ? { status: 500 } : oneImport) });
  const { user } = open();
  await screen.findByText('Earlier uploads could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('autumn.csv');
});

test.each([
  ['its leads', {}, 'Undo'],
  ['why it cannot be undone', { can_undo: false }, 'Leads changed or deleted since'],
  [
    'when it was undone',
    { can_undo: false, undone_at: '2026-11-15T10:50:00' },
    'Undone Nov 15, 2026, 10:50 AM',
  ],
  ['that it stored nothing', { can_undo: false, stored: 0 }, 'Nothing was stored'],
])('An earlier upload tells its time of day and %s', async (_, change, undo) => {
  const [record] = oneImport.json.imports;
  const told = { ...record, created_at: '2026-11-15T09:05:00', ...change };
  answerCalls({ 'GET /api/imports': { json: { imports: [told], total: 1 } } });
  open();
  const row = (await screen.findByText('autumn.csv')).closest('tr');
  expect(row?.textContent).toContain('Nov 15, 2026 9:05 AM');
  const undoCell = row && within(row).getAllByRole('cell').at(-2);
  expect(undoCell?.textContent).toBe(undo);
  const link = screen.queryByRole('link', { name: 'View leads of autumn.csv' });
  const hasLeads = told.stored !== 0 && !told.undone_at;
  expect(link?.getAttribute('href')).toBe(hasLeads ? '/leads?import=4' : undefined);
});

test('An undo asks first, and gives the focus back where it is not wanted', async () => {
  const calls = answerCalls({ 'GET /api/imports': oneImport });
  const { user } = open();
  const undo = await screen.findByRole('button', { name: 'Undo the upload of autumn.csv' });
  await user.click(undo);
  const dialog = await screen.findByRole('dialog', { name: 'Undo upload' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(undo));
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

test('An undo that is refused says what the server says, and one that fails can be tried again', async () => {
  let tries = 0;
  const [record] = oneImport.json.imports;
  const told = { ...record, created_at: '2026-11-15T09:05:00' };
  answerCalls({
    'GET /api/imports': { json: { imports: [told], total: 1 } },
    'POST /api/imports/4/undo': () =>
      ++tries === 1 ? { status: 500 } : { status: 409, json: { error: importText.touched } },
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Undo the upload of autumn.csv' }));
  const question = (await screen.findByText('autumn.csv', { selector: 'bdi' })).parentElement;
  expect(question?.textContent).toBe(
    'The 2 leads of autumn.csv, uploaded on Nov 15, 2026, 9:05 AM, will be deleted. This action cannot be undone.',
  );
  await user.click(screen.getByRole('button', { name: 'Undo upload' }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Undo upload' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toasts().map(({ message }) => message)).toEqual([
    'Failed to undo the upload',
    importText.touched,
  ]);
});

test('Enter that is pressed again after an undo asks nothing about what is undone', async () => {
  const [record] = oneImport.json.imports;
  const undone = { ...record, can_undo: false, undone_at: '2026-11-15T10:50:00' };
  const listed: { json: unknown }[] = [oneImport];
  const later = heldAnswer({ json: { imports: [undone], total: 1 } });
  const calls = answerCalls({
    'GET /api/imports': () => listed.shift() ?? later.reply(),
    'POST /api/imports/4/undo': { json: { success: true, count: 2 } },
  });
  const { user } = open();
  const undo = await screen.findByRole('button', { name: 'Undo the upload of autumn.csv' });
  await user.click(undo);
  (await screen.findByRole('button', { name: 'Undo upload' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const cell = undo.closest('td');
  await waitFor(() => expect(document.activeElement).toBe(cell));
  await user.keyboard('{Enter}{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  later.release();
  await waitFor(() => expect(cell?.textContent).toBe('Undone Nov 15, 2026, 10:50 AM'));
  expect(document.activeElement).toBe(cell);
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([
  ['a partner who has uploaded it', { user_name: 'Nora' }, 'admin', 'Partner: Nora'],
  [
    'a partner, uploaded by an administrator',
    { user_id: '2', for_partner: 'Yuki' },
    'admin',
    'Partner: Yuki',
  ],
  ['a partner who is called nan', { user_name: 'nan' }, 'admin', 'Partner: Not available'],
  ['a partner who is gone', { user_name: null }, 'admin', 'Partner: Unknown Partner'],
  ['an administrator', { user_id: '2', partner_id: '2' }, 'admin', undefined],
  ['the partner who reads it', {}, 'partner', undefined],
] as const)('An undo of an upload of %s says whose leads go', async (_, change, as, owner) => {
  const [record] = oneImport.json.imports;
  answerCalls({
    'GET /api/imports': { json: { imports: [{ ...record, ...change }], total: 1 } },
    'GET /api/partners': { json: { partners: [] } },
  });
  const { user } = renderScreen(<UploadLeadsPage />, { at: '/leads/upload', as });
  await user.click(await screen.findByRole('button', { name: 'Undo the upload of autumn.csv' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/^Partner:/)?.textContent).toBe(owner);
});

test('Where an undo is refused, the list says why it cannot be undone any more', async () => {
  const [record] = oneImport.json.imports;
  let can_undo = true;
  answerCalls({
    'GET /api/imports': () => ({ json: { imports: [{ ...record, can_undo }], total: 1 } }),
    'POST /api/imports/4/undo': () => {
      can_undo = false;
      return { status: 409, json: { error: importText.touched } };
    },
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Undo the upload of autumn.csv' }));
  await user.click(await screen.findByRole('button', { name: 'Undo upload' }));
  await screen.findByText('Leads changed or deleted since');
});

test('A page of earlier uploads stays, with its buttons, until the next one is here', async () => {
  const [record] = oneImport.json.imports;
  const pageOf = (file_name: string) => ({ imports: [{ ...record, file_name }], total: 6 });
  const second = heldAnswer({ json: pageOf('spring.csv') });
  answerCalls({
    'GET /api/imports': ({ query }) =>
      query.offset === '0' ? { json: pageOf('autumn.csv') } : second.reply(),
  });
  const { user } = open();
  await screen.findByText('autumn.csv');
  const next = screen.getByRole('button', { name: 'Next' });
  await user.click(next);
  expect(screen.getByText('autumn.csv')).toBeDefined();
  expect(document.activeElement).toBe(next);
  second.release();
  await screen.findByText('spring.csv');
  expect(screen.queryByText('autumn.csv')).toBeNull();
});

test('Where a page of earlier uploads fails, the one before stays and can be worked on, and Next tries again', async () => {
  const [record] = oneImport.json.imports;
  const pageOf = (file_name: string) => ({
    json: { imports: [{ ...record, file_name }], total: 6 },
  });
  const again = heldAnswer({ status: 500 });
  const answers = [{ status: 500 }, again.reply, pageOf('spring.csv')];
  answerCalls({
    'GET /api/imports': ({ query }) => {
      const answer = query.offset === '0' ? pageOf('autumn.csv') : answers.shift();
      return (typeof answer === 'function' ? answer() : answer) ?? {};
    },
  });
  const { user } = open();
  await screen.findByText('autumn.csv');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('The page could not be loaded.');
  expect(screen.getByText('autumn.csv')).toBeDefined();
  expect(screen.getByText('Page 1 of 2 (6 total results)')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));

  const tryAgain = screen.getByRole('button', { name: 'Try again' });
  await user.click(tryAgain);
  expect(tryAgain.dataset.loading).toBe('true');
  expect(screen.getByText('Page 1 of 2 (6 total results)')).toBeDefined();
  again.release();
  await waitFor(() => expect(tryAgain.dataset.loading).toBeUndefined());

  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('spring.csv');
  expect(screen.queryByText('The page could not be loaded.')).toBeNull();
  expect(screen.getByText('Page 2 of 2 (6 total results)')).toBeDefined();
});

async function download(answer: Parameters<typeof answerCalls>[0][string]) {
  answerCalls({ 'POST /api/leads/upload/report': answer });
  render(
    <InApp>
      <DownloadRows file={new File(['x'], 'leads.csv')} reading={{}} rows="all" format="csv">
        Download rows with errors
      </DownloadRows>
    </InApp>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Download rows with errors' }));
}

test('A download that fails is told', async () => {
  await download({ status: 502, text: '' });
  await waitFor(() =>
    expect(toasts()).toEqual([
      { title: 'Error', message: 'Failed to download the rows', seconds: 5 },
    ]),
  );
});

test('A download that is refused says what to do instead, and stays to be read', async () => {
  const error = importText.reportTooLarge;
  await download({ status: 413, json: { error } });
  expect((await screen.findByRole('alert')).textContent).toBe(error);
  expect(toasts()).toEqual([]);
});

test('The history leads an administrator from each partner’s name to their page', async () => {
  const [record] = oneImport.json.imports;
  const imports = [
    { ...record, id: '5', user_id: '7', user_name: 'Nora', partner_id: '7' },
    { ...record, id: '6', user_id: '2', user_name: 'Ada', partner_id: '8', for_partner: 'Yuki' },
    { ...record, id: '7', user_id: '9', user_name: null, partner_id: '9' },
  ];
  const partners = ['7', '8'].map((id) => ({ id, name: `Partner ${id}`, company: null }));
  answerCalls({
    'GET /api/imports': { json: { imports, total: 3 } },
    'GET /api/partners': { json: { partners } },
  });
  renderScreen(<UploadLeadsPage />, { at: '/leads/upload', as: 'admin' });
  const target = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href');
  expect([await target('Nora'), await target('Yuki')]).toEqual(['/partners/7', '/partners/8']);
  expect(screen.queryByRole('link', { name: 'Ada' })).toBeNull();
  expect(screen.getByText('Unknown user')).toBeDefined();
});

test('An administrator sees who uploaded what, page by page, and undoes what is on the page', async () => {
  const [record] = oneImport.json.imports;
  const all = [6, 5, 4, 3, 2, 1].map((n) => ({
    ...record,
    id: String(n),
    file_name: `file-${n}.csv`,
    user_name: 'Olivia',
  }));
  answerCalls({
    'GET /api/partners': { json: { partners: [] } },
    'GET /api/imports': ({ query: { offset, limit } }) => ({
      json: {
        imports: all.slice(Number(offset), Number(offset) + Number(limit)),
        total: all.length,
      },
    }),
    'POST /api/imports/1/undo': () => {
      Object.assign(all[5] ?? {}, { can_undo: false, undone_at: '2026-11-15T10:50:00' });
      return { json: { success: true, count: 2 } };
    },
  });
  const { user } = renderScreen(<UploadLeadsPage />, { at: '/leads/upload', as: 'admin' });
  await screen.findByText('file-6.csv');
  expect(screen.getByRole('columnheader', { name: 'Uploaded by' })).toBeDefined();
  expect(screen.getAllByText('Olivia')).toHaveLength(5);
  expect(screen.queryByText('file-1.csv')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('button', { name: 'Undo the upload of file-1.csv' }));
  await user.click(await screen.findByRole('button', { name: 'Undo upload' }));
  await screen.findByText('Nov 15, 2026, 10:50 AM');
  expect(toasts()).toMatchObject([{ title: 'Success', message: 'The upload has been undone' }]);
});

test('Where nothing was uploaded yet nothing is said of earlier uploads', async () => {
  const calls = answerCalls({ 'GET /api/imports': noImports });
  open();
  await waitFor(() => expect(calls).not.toHaveLength(0));
  await screen.findByRole('button', { name: 'Browse files' });
  expect(screen.queryByRole('heading', { name: 'Earlier uploads' })).toBeNull();
});

test('A partner reads of uploads, but not who made them', async () => {
  answerCalls({ 'GET /api/imports': oneImport });
  open();
  await screen.findByText('autumn.csv');
  expect(screen.queryByRole('columnheader', { name: 'Uploaded by' })).toBeNull();
});
