import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { importText } from '#contract/import-text.ts';
import { refused, uploadFolder } from '#test/lead-files.ts';
import { encode, header } from '#test/spreadsheet-files.ts';

const { check, remove } = uploadFolder();
afterAll(remove);
const bytes = (...values: number[]) => Buffer.from(values);
const spreadsheetMl =
  '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">';
const noise = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7919) % 251));

it.each([
  ['a PDF', Buffer.concat([Buffer.from('%PDF-1.7\n'), noise]), 'notAFile'],
  ['a PNG', Buffer.concat([bytes(0x89, 0x50, 0x4e, 0x47), noise]), 'notAFile'],
  ['a JPEG', Buffer.concat([bytes(0xff, 0xd8, 0xff, 0xe0), noise]), 'notAFile'],
  ['a GZIP of a CSV', gzipSync(header), 'notAFile'],
  ['an RTF', Buffer.from('{\\rtf1 company_name}'), 'notAFile'],
  ['an empty archive', bytes(0x50, 0x4b, 5, 6, ...Array(18).fill(0)), 'notAFile'],
  ['bytes that are no text', noise, 'notAFile'],
  ['text with a NUL', Buffer.from(`${header}\nAc\0me`), 'notAFile'],
  ['UTF-32', encode(header, 'utf-32le', true), 'notAFile'],
  ['an HTML page', Buffer.from('\n<!DOCTYPE html><p>email'), 'notAFile'],
  ['an XML document', Buffer.from('<?xml version="1.0"?><leads/>'), 'notAFile'],
  ['an HTML table', Buffer.from('<html><table><tr><td>email'), 'disguised'],
  ['SpreadsheetML', Buffer.from(`\uFEFF${spreadsheetMl}`), 'disguised'],
  ['SpreadsheetML in UTF-16', encode(spreadsheetMl, 'utf-16le', true), 'disguised'],
  ['nothing', Buffer.alloc(0), 'empty'],
] as const)('%s is refused', async (_, content, fault) => {
  expect(await check(content)).toEqual(refused(fault));
});

it.each([
  ['JSON', Buffer.from('[{"email": "a@b.example"}]')],
  ['a letter', Buffer.from('Dear all,\n\nplease find the leads attached.\n')],
])('Nothing in %s is taken for a column', async (_, content) => {
  const message = importText.noColumns;
  expect(await check(content)).toEqual({ outcome: 'refused', message });
});
