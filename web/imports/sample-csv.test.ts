import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { uploadColumns, uploadLead } from '#contract/imports.ts';
import { sampleCsv } from './sample-csv.ts';

const [head = [], ...rows] = parse(sampleCsv(), { bom: true }) as string[][];

it('names every column of the contract, the required ones first', () => {
  expect(head).toEqual([...uploadColumns.required, ...uploadColumns.optional]);
});

it('has three leads that keep every rule of an upload', () => {
  expect(rows).toHaveLength(3);
  for (const cells of rows) {
    const lead = Object.fromEntries(head.map((column, index) => [column, cells[index]]));
    expect(uploadLead.safeParse(lead).error).toBeUndefined();
  }
});

it('begins with the mark by which Excel knows UTF-8, and keeps a comma within its cell', () => {
  expect(sampleCsv().startsWith('\uFEFFcompany_name,')).toBe(true);
  expect(rows.map(([company]) => company)).toContain('Café Lumière, SARL');
});
