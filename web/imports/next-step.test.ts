import { describe, expect, it } from 'vitest';
import { uploadColumns } from '#contract/imports.ts';
import type { CheckState } from './check-state.ts';
import { aCheck } from './file-check.fixture.ts';
import type { PrimaryAction } from './import-text.ts';
import {
  isReady,
  type NextStep,
  primaryAction,
  stepAfterCheck,
  stepOnPress,
  whyOff,
} from './next-step.ts';
import { noChoices } from './upload-choices.ts';
import type { Question, UploadState } from './upload-state.ts';

const file = new File(['x'], 'leads.csv');
const selected: UploadState = { step: 'selected', file };
const found = (change: Parameters<typeof aCheck>[0] = {}): CheckState => ({
  step: 'found',
  found: aCheck(change),
});
const right = found();
const noEmail = found({ missing: ['email'], valid_rows: 0 });
const allProposed = found({
  columns: uploadColumns.required.map((field, index) => ({
    ...{ index, title: `Column ${index}`, field: null, proposed: field },
  })),
  missing: [...uploadColumns.required],
  valid_rows: 0,
});
const mixed = found({ rows: 3, valid_rows: 2, bad_rows: 1, problem_count: 2 });
const allWrong = found({ rows: 2, valid_rows: 0, bad_rows: 2, problem_count: 2 });
const cutOff = found({
  ...{ rows: 2, valid_rows: 1, bad_rows: 1, problem_count: 1 },
  readable: false,
});
const repeated = found({ rows: 2, valid_rows: 2, duplicate_rows: 1 });
const allRepeat = found({ rows: 2, valid_rows: 2, duplicate_rows: 2 });
const ofOthers = found({ rows: 2, valid_rows: 2, other_partner_rows: 1 });
const allOfOthers = found({ rows: 2, valid_rows: 2, other_partner_rows: 2 });
const noneLeft = found({ rows: 2, valid_rows: 2, duplicate_rows: 1, other_partner_rows: 1 });
const proposed = found({
  columns: [{ index: 0, title: 'Netz', field: null, proposed: 'website' }],
});
const refused: CheckState = { step: 'refused', message: 'The file is empty' };
const unknown: CheckState = { step: 'unknown', message: 'Rate limit exceeded' };
const running: CheckState = { step: 'running' };

const ask = (question: Question): NextStep => ({ do: 'ask', question });
const upload: NextStep = { do: 'upload' };
const fail = (message: string): NextStep => ({ do: 'fail', message });

type Row = [
  file: string,
  check: CheckState,
  expected: {
    pressed: NextStep;
    waited: NextStep;
    primary: PrimaryAction;
    off?: string;
    ready?: true;
  },
];

describe('a chosen file', () => {
  it.each<Row>([
    [
      'being checked',
      running,
      { pressed: { do: 'wait' }, waited: { do: 'wait' }, primary: 'upload' },
    ],
    ['that is right', right, { pressed: upload, waited: upload, primary: 'upload', ready: true }],
    [
      'with a column to choose',
      noEmail,
      {
        pressed: ask('columns'),
        waited: ask('columns'),
        primary: 'choose columns',
        off: 'columns',
      },
    ],
    [
      'with a proposal for every column',
      allProposed,
      {
        ...{ pressed: ask('columns'), waited: ask('columns') },
        ...{ primary: 'use columns', off: 'columns to confirm' },
      },
    ],
    [
      'with mistakes in some rows',
      mixed,
      {
        ...{ pressed: ask('problems'), waited: ask('problems') },
        ...{ primary: 'import valid rows', off: 'problems' },
      },
    ],
    [
      'with mistakes in every row',
      allWrong,
      {
        pressed: ask('problems'),
        waited: ask('problems'),
        primary: 'another file',
        off: 'problems',
      },
    ],
    [
      'that cannot be read to its end',
      cutOff,
      {
        pressed: ask('problems'),
        waited: ask('problems'),
        primary: 'another file',
        off: 'problems',
      },
    ],
    // Once the question is on the screen, its answer stands there too.
    [
      'with a repeated row',
      repeated,
      { pressed: upload, waited: ask('duplicates'), primary: 'upload' },
    ],
    [
      'of repeated rows only',
      allRepeat,
      {
        ...{ pressed: ask('duplicates'), waited: ask('duplicates') },
        ...{ primary: 'another file', off: 'duplicates' },
      },
    ],
    [
      'with a row that names another partner',
      ofOthers,
      { pressed: upload, waited: ask('partners'), primary: 'upload' },
    ],
    [
      'of rows that name other partners only',
      allOfOthers,
      {
        ...{ pressed: ask('partners'), waited: ask('partners') },
        ...{ primary: 'another file', off: 'partners' },
      },
    ],
    [
      'of which nothing is left without what repeats and what names another partner',
      noneLeft,
      {
        ...{ pressed: ask('duplicates'), waited: ask('duplicates') },
        ...{ primary: 'another file', off: 'duplicates and partners' },
      },
    ],
    [
      'with values that its names do not tell',
      proposed,
      { pressed: upload, waited: ask('proposals'), primary: 'upload' },
    ],
    [
      'that is refused',
      refused,
      {
        ...{ pressed: fail('The file is empty'), waited: fail('The file is empty') },
        ...{ primary: 'another file', off: 'refused' },
      },
    ],
    [
      'that could not be checked',
      unknown,
      { pressed: { do: 'check' }, waited: fail('Rate limit exceeded'), primary: 'upload' },
    ],
  ])(
    '%s: what Upload does, what is next, why Upload is off, whether it is ready',
    (_, check, expected) => {
      expect({
        pressed: stepOnPress(check, noChoices),
        waited: stepAfterCheck(check),
        primary: primaryAction(selected, check, noChoices),
        off: whyOff(selected, check, noChoices),
        ready: isReady(check) || undefined,
      }).toEqual({ off: undefined, ready: undefined, ...expected });
    },
  );

  it('of repeated rows only can be uploaded once they are wanted', () => {
    const wanted = { ...noChoices, duplicates: 'import' } as const;
    expect(stepOnPress(allRepeat, wanted)).toEqual(upload);
    expect(whyOff(selected, allRepeat, wanted)).toBeUndefined();
  });
});

it.each<[UploadState, string]>([
  [{ step: 'idle' }, 'no file'],
  [{ step: 'waiting', file }, 'waiting'],
  [{ step: 'uploading', file, progress: { phase: 'sending', percent: 0 } }, 'uploading'],
])('Upload is off at %j', (state, reason) => {
  expect(whyOff(state, right, noChoices)).toBe(reason);
  expect(primaryAction(state, right, noChoices)).toBe('upload');
});
