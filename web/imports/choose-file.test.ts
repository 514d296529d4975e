import { describe, expect, it } from 'vitest';
import { maxUploadBytes } from '#contract/limits.ts';
import { chooseFile, kilobytes } from './choose-file.ts';

const csv = { name: 'leads.csv', type: 'text/csv', size: 120 };
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('choosing a file', () => {
  it.each([
    ['a CSV file', csv],
    ['a CSV file that Windows calls an Excel file', { ...csv, type: 'application/vnd.ms-excel' }],
    ['a CSV file without a type', { ...csv, type: '' }],
    ['a CSV file of an odd type', { ...csv, type: 'text/plain' }],
    ['an old Excel file', { ...csv, name: 'Leads.XLS', type: '' }],
    ['an Excel file', { ...csv, name: 'leads.xlsx', type: xlsxType }],
    ['a file without an extension but of an accepted type', { ...csv, name: 'leads' }],
    ['a file of exactly the largest size', { ...csv, size: maxUploadBytes }],
  ])('takes %s', (_, file) => {
    expect(chooseFile([file])).toEqual({ kind: 'file', file });
  });

  it.each([
    [
      'a picture',
      [{ ...csv, name: 'a.png', type: 'image/png' }],
      'Please upload a valid CSV or Excel file',
    ],
    [
      'a name that only begins well',
      [{ ...csv, name: 'leads.csv.exe', type: '' }],
      'Please upload a valid CSV or Excel file',
    ],
    [
      'a file that is too large',
      [{ ...csv, size: maxUploadBytes + 1 }],
      'The file is larger than 25 MB',
    ],
    [
      'a file that is too small',
      [{ ...csv, size: 0 }],
      'The file is empty. Please choose a file with at least one lead.',
    ],
    ['two files', [csv, { ...csv, name: 'more.csv' }], 'Please upload one file at a time'],
  ])('refuses %s with its own sentence', (_, files, fault) => {
    expect(chooseFile(files)).toEqual({ kind: 'fault', fault });
  });

  it.each(['.DS_Store', 'Thumbs.db', 'desktop.ini', '._leads.csv'])(
    'ignores %s in silence',
    (name) => {
      const metadata = { name, type: '', size: 6148 };
      expect(chooseFile([metadata])).toEqual({ kind: 'nothing' });
      expect(chooseFile([metadata, csv])).toEqual({ kind: 'file', file: csv });
    },
  );
});

describe('the size in KB', () => {
  it.each([
    [1, '0.1 KB'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [25 * 1024 * 1024, '25,600 KB'],
  ])('of %i bytes reads %s', (bytes, text) => {
    expect(kilobytes(bytes)).toBe(text);
  });
});
