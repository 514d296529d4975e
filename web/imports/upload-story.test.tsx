// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type FileCheck, uploadColumns } from '#contract/imports.ts';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { aCheck } from './file-check.fixture.ts';
import { importMessages } from './import-text.ts';
import { UploadLeadsPage } from './UploadLeadsPage.tsx';

const checkCall = 'POST /api/leads/upload/check';
const uploadCall = 'POST /api/leads/upload';
type Reply = Parameters<typeof answerCalls>[0][string];

const stored = {
  json: { success: true, count: 1, skipped: 0, failed: 0, import_id: '9' },
};
const column = (index: number, title: string, field: FileCheck['columns'][number]['field']) => ({
  index,
  title,
  field,
  proposed: null,
});
const right = aCheck();
const repeated = aCheck({
  rows: 2,
  valid_rows: 2,
  duplicate_rows: 1,
  duplicates: [{ row: 3, of: 'file', by: 'email', value: 'a@b.example', same_as_row: 2 }],
});
const unmapped = aCheck({
  columns: [column(0, 'Firma', 'company_name'), column(1, 'Elektropost', null)],
  missing: ['email'],
  valid_rows: 0,
});
const required = uploadColumns.required.map((field, index) => ({
  ...{ index, title: `Spalte ${index}`, field: null, proposed: field },
}));
const allProposed = aCheck({
  columns: required,
  missing: [...uploadColumns.required],
  valid_rows: 0,
});
const mixed = aCheck({
  rows: 3,
  valid_rows: 2,
  bad_rows: 1,
  problem_count: 1,
  problems: [{ row: 3, column: 'email', value: 'ada', message: 'Email is invalid' }],
});
const proposed = aCheck({
  columns: [
    column(0, 'company_name', 'company_name'),
    { index: 1, title: 'Netz', field: null, proposed: 'website' },
  ],
});

const leads = new File(['company_name\nAcme'], 'leads.csv', { type: 'text/csv' });
const picture = new File(['x'], 'a.png', { type: 'image/png' });

async function openWith(check: Reply, upload: Reply = stored) {
  const calls = answerCalls({
    'GET /api/imports': { json: { imports: [], total: 0 } },
    'GET /api/leads/upload/progress': { json: { step: 'checking', percent: 40 } },
    [checkCall]: check,
    [uploadCall]: upload,
  });
  const rendered = renderScreen(<UploadLeadsPage />, { at: '/leads/upload' });
  choose(leads);
  await screen.findByText('leads.csv');
  const callsTo = (path: string) => calls.filter((call) => `${call.method} ${call.path}` === path);
  return { ...rendered, callsTo };
}

function choose(...files: File[]) {
  const input = document.querySelector('input[type="file"]');
  if (input) fireEvent.change(input, { target: { files } });
}

const button = (name: string) => screen.getByRole('button', { name });
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

describe('Upload pressed while the file is being checked', () => {
  test('waits, and goes on by itself where there is nothing to ask', async () => {
    const answer = heldAnswer({ json: right });
    const { user, callsTo, address } = await openWith(answer.reply);
    await user.click(button('Upload'));
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toContain('Checking the file…');
    expect(button('Upload').getAttribute('aria-busy')).toBe('true');
    expect(describedBy(button('Upload'))).toBe(
      'The upload goes on as soon as the file is checked.',
    );
    expect(callsTo(uploadCall)).toEqual([]);
    answer.release();
    await waitFor(() => expect(address()).toBe('/leads'));
    expect(callsTo(uploadCall).map(({ query }) => Object.keys(query))).toEqual([['upload_id']]);
    expect(toasts().map(({ message }) => message)).toEqual([
      'Leads have been uploaded successfully',
    ]);
  });

  test.each([
    ['repeated rows', repeated, 'Skip them', /^No leads were stored yet. 1 row repeats/],
    ['a column to choose', unmapped, 'Elektropost', /^No leads were stored yet. First choose/],
    ['problems', mixed, 'Problems', /^No leads were stored. 1 problem in 1 of 3 rows/],
    ['values that nobody named', proposed, 'Read it too', /“Netz” looks like Website/],
  ])('stops for %s, says so and leads there', async (_, found, focused, sentence) => {
    const answer = heldAnswer({ json: found });
    const { user, callsTo, address } = await openWith(answer.reply);
    await user.click(button('Upload'));
    answer.release();
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
    const { activeElement } = document;
    const name =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement
        ? activeElement.labels?.[0]?.textContent
        : activeElement?.textContent;
    expect(name).toBe(focused);
    expect(callsTo(uploadCall)).toEqual([]);
    expect(address()).toBe('/leads/upload');
  });

  test('stores what is stored by whoever presses it later', async () => {
    const answer = heldAnswer({ json: repeated });
    const early = await openWith(answer.reply);
    await early.user.click(button('Upload'));
    answer.release();
    await screen.findByRole('alert');
    await early.user.click(button('Upload'));
    await waitFor(() => expect(early.address()).toBe('/leads'));
    expect(early.callsTo(uploadCall).map(({ query }) => query.duplicates)).toEqual(['skip']);
  });

  test('can be taken back, and nothing is uploaded then', async () => {
    const answer = heldAnswer({ json: right });
    const { user, callsTo } = await openWith(answer.reply);
    await user.click(button('Upload'));
    await screen.findByRole('progressbar');
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(document.activeElement).toBe(button('Upload'));
    answer.release();
    await screen.findByText('File is ready to upload');
    expect(callsTo(uploadCall)).toEqual([]);
  });

  test('says what the server says of a file that it refuses', async () => {
    const answer = heldAnswer({ status: 400, json: { error: 'The file is empty' } });
    const { user, callsTo } = await openWith(answer.reply);
    await user.click(button('Upload'));
    answer.release();
    expect((await screen.findByRole('alert')).textContent).toBe('The file is empty');
    expect(callsTo(uploadCall)).toEqual([]);
  });
});

describe('a check that fails', () => {
  test('is tried again by Upload, and the file is stored as after any check', async () => {
    let tries = 0;
    const { user, callsTo, address } = await openWith(() =>
      ++tries === 1 ? { status: 503, json: { error: 'Many files' } } : { json: right },
    );
    await screen.findByText('The file could not be checked in advance. Upload tries again.');
    expect(screen.queryByText('File is ready to upload')).toBeNull();
    await user.click(button('Upload'));
    await waitFor(() => expect(address()).toBe('/leads'));
    expect(callsTo(checkCall)).toHaveLength(2);
    expect(callsTo(uploadCall)).toHaveLength(1);
  });

  test.each([
    [{ status: 503, json: { error: 'Many files' } }, 'Many files'],
    ['no connection', 'Failed to upload leads. Please check your file format and try again.'],
  ] as const)('keeps anything from being stored unchecked: %j', async (answer, text) => {
    const { user, callsTo } = await openWith(answer);
    await screen.findByText(/could not be checked/);
    await user.click(button('Upload'));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(callsTo(uploadCall)).toEqual([]);
    expect(isOff(button('Upload'))).toBe(false);
  });
});

describe('what is next', () => {
  test.each([
    ['a column to choose', unmapped, 'Choose columns', /off until each required field/],
    ['problems', mixed, 'Import the 2 valid rows', /off while there are problems/],
  ])(
    'is a button of its own where there is %s, and Upload says why it is off',
    async (_, found, next, why) => {
      const { user, callsTo } = await openWith({ json: found });
      expect((await screen.findByRole('button', { name: next })).dataset.variant).toBe('filled');
      expect(screen.queryByText('File is ready to upload')).toBeNull();
      expect(isOff(button('Upload'))).toBe(true);
      expect(describedBy(button('Upload'))).toMatch(why);
      // It can be pressed all the same, and then leads to what is in its way.
      await user.click(button('Upload'));
      expect((await screen.findByRole('alert')).textContent).toMatch(/^No leads were stored/);
      expect(callsTo(uploadCall)).toEqual([]);
    },
  );

  test('is to choose the columns, which leads to the first that is not read', async () => {
    const { user } = await openWith({ json: unmapped });
    await user.click(await screen.findByRole('button', { name: 'Choose columns' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Elektropost'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is to use the columns where each is proposed, as they stand, and nothing says otherwise', async () => {
    const answers = [{ json: allProposed }];
    const { user, callsTo } = await openWith(() => answers.shift() ?? { json: right });
    await screen.findByText('Every required field has a column.');
    expect(screen.getByText('Confirm the columns')).toBeTruthy();
    expect(describedBy(button('Upload'))).toBe('Upload is off until the columns are confirmed.');
    const [primary] = screen.getAllByRole('button', { name: 'Use these columns' });
    expect(primary?.dataset.variant).toBe('filled');
    expect(document.activeElement).toBe(primary);
    await user.selectOptions(screen.getByLabelText('Spalte 0'), 'Ignore this column');
    expect(button('Choose columns').dataset.variant).toBe('filled');
    await user.selectOptions(screen.getByLabelText('Spalte 0'), 'company_name');
    await user.click(primary ?? document.body);
    await screen.findByText('File is ready to upload');
    expect(callsTo(checkCall)[1]?.query.columns).toBe(
      required.map(({ index, proposed }) => `${index}:${proposed}`).join(','),
    );
    expect(document.activeElement).toBe(button('Upload'));
  });

  test('is to upload a file whose columns were chosen, and Upload has the focus', async () => {
    const answers = [{ json: allProposed }];
    const { user } = await openWith(() => answers.shift() ?? { json: right });
    const [, inStep] = await screen.findAllByRole('button', { name: 'Use these columns' });
    await user.click(inStep ?? document.body);
    await screen.findByText('File is ready to upload');
    await waitFor(() => expect(document.activeElement).toBe(button('Upload')));
  });

  test('is to upload a file that is right, and only that one is ready', async () => {
    const answer = heldAnswer({ json: right });
    await openWith(answer.reply);
    expect(screen.queryByText('File is ready to upload')).toBeNull();
    expect(isOff(button('Upload'))).toBe(false);
    answer.release();
    await screen.findByText('File is ready to upload');
    expect(button('Upload').getAttribute('aria-describedby')).toBeNull();
  });

  test('is another file where this one is refused, and that button has the focus', async () => {
    const { reply, release } = heldAnswer({ status: 400, json: { error: 'The file is empty' } });
    await openWith(reply);
    expect(document.activeElement).toBe(button('Upload'));
    release();
    expect((await screen.findByRole('alert')).textContent).toBe('The file is empty');
    expect(button('Choose another file').dataset.variant).toBe('filled');
    expect(document.activeElement).toBe(button('Choose another file'));
    expect(describedBy(button('Upload'))).toBe(
      'Choose another file, or mend this one and choose it again.',
    );
  });
});

test.each([
  ['of another type', [picture], 'Please upload a valid CSV or Excel file'],
  ['beside another', [leads, leads], 'Please upload one file at a time'],
])(
  'A wrong second file, %s, keeps the first with its check and its choices',
  async (_, files, fault) => {
    const { user, callsTo } = await openWith({ json: repeated });
    await user.click(await screen.findByLabelText('Import them too'));
    choose(...files);
    expect((await screen.findByRole('alert')).textContent).toBe(fault);
    expect(screen.getByText('leads.csv stays chosen.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Import them too').checked).toBe(true);
    await user.click(button('Upload'));
    await waitFor(() => expect(callsTo(uploadCall)).toHaveLength(1));
    expect(callsTo(uploadCall)[0]?.query.duplicates).toBe('import');
  },
);

test('Values that nobody named are read once that is chosen', async () => {
  const { user, callsTo } = await openWith({ json: proposed });
  await user.click(await screen.findByRole('button', { name: 'Read it too' }));
  await waitFor(() => expect(callsTo(checkCall)).toHaveLength(2));
  expect(callsTo(checkCall)[1]?.query.columns).toBe('0:company_name,1:website');
});

test('A check that is made again asks for the columns that were chosen', async () => {
  const answers = [{ json: proposed }, { status: 503 }];
  const { user, callsTo, address } = await openWith(() => answers.shift() ?? { json: right });
  await user.click(await screen.findByRole('button', { name: 'Read it too' }));
  await screen.findByText(/could not be checked/);
  await user.click(button('Upload'));
  await waitFor(() => expect(address()).toBe('/leads'));
  expect(callsTo(checkCall).map(({ query }) => query.columns)).toEqual([
    undefined,
    '0:company_name,1:website',
    '0:company_name,1:website',
  ]);
});

test('Two presses at once upload a file once', async () => {
  const { callsTo, address } = await openWith({ json: right });
  await screen.findByText('File is ready to upload');
  act(() => {
    button('Upload').click();
    button('Upload').click();
  });
  await waitFor(() => expect(address()).toBe('/leads'));
  expect(callsTo(uploadCall)).toHaveLength(1);
});

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
  const noRows = { status: 400, json: { error: importMessages.noRows } };
  const asLead: Reply = ({ query }) => (query.first_row === 'lead' ? { json: nameless } : noRows);

  test('can be said to be a lead', async () => {
    const { user, callsTo } = await openWith(asLead);
    await user.click(await screen.findByRole('button', { name: 'The first row is a lead' }));
    await screen.findByText('The first row is read as a lead.');
    expect(screen.queryByText(importMessages.noRows)).toBeNull();
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

  test('is not asked about again where that does not help', async () => {
    const { user } = await openWith(noRows);
    await user.click(await screen.findByRole('button', { name: 'The first row is a lead' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'The first row is a lead' })).toBeNull(),
    );
    await screen.findByText(importMessages.noRows);
    expect(screen.queryByRole('button', { name: 'The first row is a lead' })).toBeNull();
  });
});

test('How many duplicates were skipped stays to be read for 5 seconds', async () => {
  const skipping = { json: { ...stored.json, skipped: 1 } };
  const { user } = await openWith({ json: repeated }, skipping);
  await screen.findByLabelText('Skip them');
  await user.click(button('Upload'));
  await waitFor(() =>
    expect(toasts().map(({ message, seconds }) => [message, seconds])).toEqual([
      ['Leads have been uploaded successfully', 5],
      ['1 duplicate was skipped', 5],
    ]),
  );
});
