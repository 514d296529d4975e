// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heldAnswer } from '#test/fake-server.ts';
import { toasts } from '#test/render.tsx';
import {
  allProposed,
  button,
  checkCall,
  choose,
  describedBy,
  isOff,
  leads,
  mixed,
  openWith,
  picture,
  proposed,
  repeated,
  required,
  right,
  stored,
  unmapped,
  uploadCall,
} from './upload-story.fixture.tsx';

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
    const told = screen.getByText('Still chosen: leads.csv').parentElement;
    // Beside the buttons, so that these stay where they are.
    expect(told?.textContent).toContain(fault);
    expect(told?.parentElement).toBe(button('Cancel').parentElement);
    expect(screen.getByLabelText<HTMLInputElement>('Import them too').checked).toBe(true);
    await user.click(button('Upload'));
    await waitFor(() => expect(callsTo(uploadCall)).toHaveLength(1));
    expect(callsTo(uploadCall)[0]?.query.duplicates).toBe('import');
  },
);

test('A second file that turns out to be none gives way to the first, with its choices', async () => {
  const answers = [{ json: repeated }, { status: 400, json: { error: 'This is no spreadsheet' } }];
  const { user, callsTo } = await openWith(() => answers.shift() ?? { json: repeated });
  await user.click(await screen.findByLabelText('Import them too'));
  choose(new File(['\0'], 'bad.csv', { type: 'text/csv' }));
  expect(await screen.findByText('Still chosen: leads.csv')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('This is no spreadsheet');
  expect(screen.queryByText('bad.csv')).toBeNull();
  const kept = await screen.findByLabelText<HTMLInputElement>('Import them too');
  expect(kept.checked).toBe(true);
  await user.click(button('Upload'));
  await waitFor(() => expect(callsTo(uploadCall)).toHaveLength(1));
  expect(callsTo(uploadCall)[0]?.query.duplicates).toBe('import');
});

test('A file that is refused once it is read in another way stays as it is read, to be told of', async () => {
  const refusal = { status: 400, json: { error: 'The file has no leads' } };
  const { user, callsTo } = await openWith(({ query }) =>
    query.first_row === 'lead' ? refusal : { json: right },
  );
  await user.click(await screen.findByRole('button', { name: 'Change columns' }));
  await user.click(button('The first row is a lead'));
  expect((await screen.findByRole('alert')).textContent).toBe('The file has no leads');
  expect(screen.queryByText('Still chosen: leads.csv')).toBeNull();
  expect(isOff(button('Upload'))).toBe(true);
  expect(callsTo(checkCall)).toHaveLength(2);
});

test('A file that is none, after one that was removed, stays to be told of', async () => {
  const answers = [{ json: right }, { status: 400, json: { error: 'This is no spreadsheet' } }];
  const { user } = await openWith(() => answers.shift() ?? { json: right });
  await screen.findByText('File is ready to upload');
  await user.click(button('Remove leads.csv'));
  choose(new File(['\0'], 'bad.csv', { type: 'text/csv' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This is no spreadsheet');
  expect(screen.getByText('bad.csv')).toBeTruthy();
});

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

test('A file that was stored although its connection broke is among the earlier uploads', async () => {
  const record = {
    ...{ id: '9', user_id: '1', user_name: 'Pat', partner_id: '1', for_partner: null },
    ...{ file_name: 'late.csv', created_at: '2026-11-15T09:05:00' },
    ...{ stored: 1, skipped: 0, failed: 0, undone_at: null, can_undo: true },
  };
  const imports: (typeof record)[] = [];
  const { user } = await openWith(
    { json: right },
    () => {
      imports.push(record);
      throw new TypeError('The connection was lost');
    },
    { history: () => ({ json: { imports, total: imports.length } }) },
  );
  await screen.findByText('File is ready to upload');
  await user.click(button('Upload'));
  await screen.findByRole('alert');
  expect(await screen.findByText('late.csv')).toBeDefined();
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
