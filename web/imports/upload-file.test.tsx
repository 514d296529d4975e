// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { diskText } from '#contract/disk-text.ts';
import { importText } from '#contract/import-text.ts';
import type { FileCheck } from '#contract/imports.ts';
import { maxUploadBytes } from '#contract/limits.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { aCheck } from './file-check.fixture.ts';
import { UploadLeadsPage } from './UploadLeadsPage.tsx';

afterEach(() => void vi.useRealTimers());

const checkCall = 'POST /api/leads/upload/check';
const uploadCall = 'POST /api/leads/upload';
type Reply = Parameters<typeof answerCalls>[0][string];

const stored = { json: { success: true, count: 1, skipped: 0, failed: 0, import_id: '9' } };
const problem = { row: 3, column: 'email', value: 'ada', message: 'Email is invalid' } as const;
const mixed = { rows: 3, valid_rows: 2, bad_rows: 1, problem_count: 1, problems: [problem] };
const required = ['company_name', 'first_name', 'last_name', 'email'] as const;
const repeated = aCheck({
  columns: required.map((field, index) => ({ index, title: field, field, proposed: null })),
  rows: 2,
  valid_rows: 2,
  duplicate_rows: 1,
  duplicates: [{ row: 3, of: 'file', by: 'email', value: 'a@b.example', same_as_row: 2 }],
});

const fileNamed = (name: string, content = 'company_name\nAcme') => new File([content], name);
const leads = fileNamed('leads.csv');

function open(check: Reply = { json: aCheck() }, upload: Reply = stored) {
  const calls = answerCalls({
    'GET /api/imports': { json: { imports: [], total: 0 } },
    'GET /api/leads/upload/progress': { json: { step: 'checking', percent: 43 } },
    [checkCall]: check,
    [uploadCall]: upload,
  });
  const rendered = renderScreen(<UploadLeadsPage />, { at: '/leads/upload' });
  const callsTo = (path: string) => calls.filter((call) => `${call.method} ${call.path}` === path);
  return { ...rendered, callsTo };
}

function choose(...files: File[]) {
  const input = document.querySelector('input[type="file"]');
  if (input) fireEvent.change(input, { target: { files } });
}

const button = (name: string) => screen.getByRole('button', { name });
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const alertText = async () => (await screen.findByRole('alert')).textContent;

describe('a chosen file', () => {
  test.each([
    ['of another type', fileNamed('leads.pdf'), 'Please upload a valid CSV or Excel file'],
    [
      'that is empty',
      fileNamed('leads.csv', ''),
      'The file is empty. Please choose a file with at least one lead.',
    ],
    [
      'that is too large',
      Object.defineProperty(fileNamed('large.csv'), 'size', { value: maxUploadBytes + 1 }),
      'The file is larger than 25 MB',
    ],
  ])('%s is refused at once, with a sentence, and sent nowhere', async (_, file, fault) => {
    const { callsTo } = open();
    choose(file);
    expect(await alertText()).toBe(fault);
    expect(isOff(button('Upload'))).toBe(true);
    expect(callsTo(checkCall)).toEqual([]);
  });

  test('is found beside the metadata files of a desktop, which are ignored', async () => {
    open();
    choose(fileNamed('.DS_Store'), leads);
    await screen.findByText('leads.csv');
    await screen.findByText('File is ready to upload');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows its name and size, and Cancel goes back to the leads', async () => {
    const { user, address, callsTo } = open();
    choose(leads);
    await screen.findByText('leads.csv');
    expect(screen.getByText('0.1 KB')).toBeTruthy();
    await user.click(button('Cancel'));
    expect(address()).toBe('/leads');
    expect(callsTo(uploadCall)).toEqual([]);
  });

  test('can be uploaded by Enter as soon as it is chosen', async () => {
    const answer = heldAnswer({ json: aCheck() });
    const { user, address } = open(answer.reply);
    choose(leads);
    await waitFor(() => expect(document.activeElement).toBe(button('Upload')));
    await user.keyboard('{Enter}');
    await screen.findByRole('progressbar');
    answer.release();
    await waitFor(() => expect(address()).toBe('/leads'));
  });

  test('takes the place of the first, whose check is given up, and can be removed', async () => {
    const first = heldAnswer({ json: aCheck({ rows: 7 }) });
    let checks = 0;
    open(() => (++checks === 1 ? first.reply() : { json: aCheck({ rows: 2 }) }));
    choose(leads);
    await screen.findByText('Checking the file…');
    choose(fileNamed('next.csv'));
    await screen.findByText(/^2 rows · 1 column/);
    first.release();
    await screen.findByText('next.csv');
    expect(screen.queryByText(/^7 rows/)).toBeNull();
    fireEvent.click(button('Remove next.csv'));
    await waitFor(() => expect(screen.queryByText(/^2 rows/)).toBeNull());
  });

  test('is waited for by its own check: that the first was given up says nothing of it', async () => {
    const answers = [heldAnswer({ json: aCheck() }), heldAnswer({ json: aCheck() })];
    let checks = 0;
    const { user, callsTo, address } = open(() => answers[checks++]?.reply() ?? { status: 500 });
    choose(leads);
    await screen.findByText('Checking the file…');
    choose(fileNamed('next.csv'));
    await screen.findByText('next.csv');
    await waitFor(() => expect(callsTo(checkCall)).toHaveLength(2));
    await act(async () => answers[0]?.release());
    await user.click(button('Upload'));
    await screen.findByRole('progressbar');
    answers[1]?.release();
    await waitFor(() => expect(address()).toBe('/leads'));
    expect(callsTo(checkCall)).toHaveLength(2);
    expect(callsTo(uploadCall)).toHaveLength(1);
  });
});

describe('the check of a file', () => {
  test('says how far it is, and Upload says the same while it waits', async () => {
    const answer = heldAnswer({ json: aCheck() });
    const { user, callsTo, address } = open(answer.reply);
    choose(leads);
    const note = await screen.findByText(/^Checking the file…/);
    await waitFor(() => expect(note.textContent).toBe('Checking the file… 43%'));
    await user.click(button('Upload'));
    const bar = await screen.findByRole('progressbar');
    await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('Checking the file… 43%'));
    expect(isOff(button('Upload'))).toBe(true);
    expect(callsTo(uploadCall)).toEqual([]);
    answer.release();
    await waitFor(() => expect(address()).toBe('/leads'));
  });

  test('that comes too early is tried again a second later, once the server may be done', async () => {
    vi.useFakeTimers();
    let tries = 0;
    const early = { status: 429, json: { error: importText.anotherUpload } };
    open(() => (++tries === 1 ? early : { json: aCheck() }));
    choose(leads);
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(tries).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(tries).toBe(2);
    expect(screen.getByText('No problems found')).toBeDefined();
    expect(screen.queryByText(/could not be checked/)).toBeNull();
  });

  test.each([
    ['is past the rows of a day', 429, importText.dailyRows(1_000_000, 7_300)],
    ['comes while disk space is low', 503, diskText.upload],
  ])('that %s is sent once and says why at once, as Upload does', async (_, status, error) => {
    const { user, callsTo } = open({ status, json: { error } });
    choose(leads);
    await screen.findByText(error);
    expect(screen.queryByText(/could not be checked in advance|is ready to upload/)).toBeNull();
    expect(callsTo(checkCall)).toHaveLength(1);
    await user.click(button('Upload'));
    expect(await alertText()).toBe(error);
    expect(callsTo(uploadCall)).toEqual([]);
  });

  test('that fails is noted in a whisper', async () => {
    open({ status: 500 });
    choose(leads);
    await screen.findByText(/^The file could not be checked in advance\./);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that refuses the file leaves Upload off, and a press of it keeps the one message', async () => {
    const { user, callsTo } = open({ status: 400, json: { error: 'The file has no leads' } });
    choose(leads);
    expect(await alertText()).toBe('The file has no leads');
    expect(isOff(button('Upload'))).toBe(true);
    expect(document.activeElement).toBe(button('Choose another file'));
    await user.click(button('Upload'));
    await screen.findByText('Not uploaded');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(callsTo(uploadCall)).toEqual([]);
  });

  test('that fails after the columns were changed keeps what repeats, and it is skipped', async () => {
    let checks = 0;
    const { user, callsTo, address } = open(() =>
      ++checks === 2 ? { status: 500 } : { json: repeated },
    );
    choose(leads);
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.click(button('Use these columns'));
    await screen.findByText(/^The file could not be checked in advance\./);
    expect(screen.getByLabelText<HTMLInputElement>('Skip them').checked).toBe(true);
    await user.click(button('Upload'));
    expect(await alertText()).toContain('1 row repeats');
    expect(callsTo(uploadCall)).toEqual([]);
    await user.click(button('Upload'));
    await waitFor(() => expect(address()).toBe('/leads'));
    expect(callsTo(uploadCall).map(({ query }) => query.duplicates)).toEqual(['skip']);
  });

  test('lists the problems that it is told and counts all', async () => {
    const counts = { rows: 600, valid_rows: 0, bad_rows: 600, problem_count: 1_200 };
    open({ json: aCheck({ ...counts, problems: [problem, problem] }) });
    choose(leads);
    await screen.findByText(/^1,200 problems in 600 of 600 rows/);
    const list = screen.getByRole('table', { name: 'What is wrong in the file' });
    expect(list.querySelectorAll('tbody tr')).toHaveLength(2);
    expect(screen.getByText('Showing the first 2 of 1,200')).toBeTruthy();
    expect(screen.queryByText(/^Import the/)).toBeNull();
  });
});

describe('the rows of a file', () => {
  const note = 'The rows come back as an Excel workbook (XLSX).';
  const partly = { json: { ...stored.json, count: 2, failed: 1 } };
  test.each([
    ['csv', null],
    ['xlsx', null],
    ['xls', note],
  ] as const)('of the format %s come back with the note %s', async (format, told) => {
    const found: FileCheck = aCheck({ ...mixed, format });
    const { user } = open({ json: found }, partly);
    choose(leads);
    await screen.findByRole('button', { name: 'Download rows with errors' });
    expect(screen.queryByText(note)?.textContent ?? null).toBe(told);
    await user.click(button('Import the 2 valid rows'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Import 2 rows' }));
    await screen.findByRole('button', { name: 'Download the 1 row' });
    expect(screen.queryByText(note)?.textContent ?? null).toBe(told);
  });
});

describe('an upload that fails', () => {
  test.each([
    [{ status: 400, json: { error: 'Row 7 is odd' } }, 'Row 7 is odd'],
    [
      { status: 502, text: 'bad gateway' },
      'Failed to upload leads. Please check your file format and try again.',
    ],
    ['no connection', 'Failed to upload leads. Please check your file format and try again.'],
  ] as const)(
    'with %j says why, and pressed again it is the same upload to the server',
    async (answer, text) => {
      let tries = 0;
      const { user, callsTo, address } = open({ json: aCheck() }, () => {
        if (++tries > 1) return stored;
        if (answer === 'no connection') throw new TypeError('Failed to fetch');
        return answer;
      });
      choose(leads);
      await screen.findByText('File is ready to upload');
      await user.click(button('Upload'));
      expect(await alertText()).toBe(text);
      await user.click(button('Upload'));
      await waitFor(() => expect(address()).toBe('/leads'));
      const [first, second] = callsTo(uploadCall).map(({ query }) => query.upload_id);
      expect(z.uuidv7().safeParse(first).success).toBe(true);
      expect(second).toBe(first);
    },
  );

  test.each([
    ['another file', fileNamed('other.csv')],
    ['the same file chosen once more', fileNamed('leads.csv')],
  ])('is nothing to %s, which is an upload of its own', async (_, next) => {
    let tries = 0;
    const { user, callsTo, address } = open({ json: aCheck() }, () =>
      ++tries === 1 ? { status: 502 } : stored,
    );
    choose(leads);
    await screen.findByText('File is ready to upload');
    await user.click(button('Upload'));
    await screen.findByRole('alert');
    choose(next);
    await screen.findByText('File is ready to upload');
    await user.click(button('Upload'));
    await waitFor(() => expect(address()).toBe('/leads'));
    const [first, second] = callsTo(uploadCall).map(({ query }) => query.upload_id);
    expect(second).toBeTruthy();
    expect(second).not.toBe(first);
  });
});
