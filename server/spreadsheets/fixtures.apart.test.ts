import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { readCsv } from './csv/read-csv.ts';
import { sampleBytes, sniff } from './sniff.ts';
import { readWorkbook } from './workbook.ts';

const sheetjs = vi.hoisted(() => ({ loaded: false }));
vi.mock('@e965/xlsx', (load) => {
  sheetjs.loaded = true;
  return load();
});

/** Tells the header of a text from its rows. */
const isKnownTitle = (title: string) => title === 'email';

async function read(name: string) {
  const path = fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
  const sample = (await readFile(path)).subarray(0, sampleBytes);
  const kind = sniff(sample);
  const source =
    kind === 'text' ? await readCsv(path, sample, isKnownTitle) : await readWorkbook(path, kind);
  const rows: [number, ...string[]][] = [];
  for await (const { row, cells } of source.rows) {
    const texts = Array.from(cells, (cell) => cell ?? '');
    if (texts.some((text) => text !== '')) rows.push([row, ...texts]);
  }
  return { sheet: source.sheet, rows };
}

const titles = ['Company Name', 'First Name', 'Last Name', 'Email', 'Phone Number'];
const mueller = ['Müller & Söhne GmbH', 'Zoë', 'Łukasiewicz', 'zoe@mueller.example'];
const lumiere = ['Café Lumière, "SARL"', 'Éloïse', 'Lefèvre', 'eloise@lumiere.example'];
const smith = ['Smith <UK> Ltd', 'Ann', 'O’Neill', 'ann@smith.example', '2079460958'];
const two = ['Two\nlines', 'Bo', 'Ek', 'bo@ek.example', '0151234567'];

const leads = {
  sheet: 'Leads & more',
  rows: [
    [1, ...titles, 'Since', 'Revenue', 'Share'],
    [2, ...mueller, '0049 151 23456789', '2024-03-05', '1234.5', '0.25'],
    [3, ...lumiere, '+33 1 23 45 67 89', '2023-12-31', '2499', '1'],
    [6, ...smith, '', 'TRUE', ''],
    [7, ...two, '', '', '4915112345678'],
  ],
};

it('SheetJS is loaded for XLS files and for numbers in a format, and for nothing else', async () => {
  for (const name of ['libreoffice-utf-8.csv', 'sample.xlsx']) await read(name);
  expect(sheetjs.loaded).toBe(false);
  await read('libreoffice-leads.xlsx');
  expect(sheetjs.loaded).toBe(true);
});

/** LibreOffice 7.4 wrote them all from libreoffice-leads.fods. */
describe('a file of LibreOffice', () => {
  it.each(['utf-8', 'utf-16', 'windows-1252'])('in %s gives what it shows', async (encoding) => {
    const lastName = encoding === 'windows-1252' ? 'Lukasiewicz' : 'Łukasiewicz';
    const [company = '', first = '', , email = ''] = mueller;
    expect(await read(`libreoffice-${encoding}.csv`)).toEqual({
      sheet: undefined,
      rows: [
        [1, ...titles, 'Since', 'Revenue', 'Share'],
        [2, company, first, lastName, email, '0049 151 23456789', '05.03.2024', '1234.5', '25%'],
        [3, ...lumiere, '+33 1 23 45 67 89', '31.12.2023', '2499', '100%'],
        [6, ...smith, '', 'TRUE', '#DIV/0!'],
        [7, ...two, '', '', '4915112345678'],
      ],
    });
  });

  it.each(['xlsx', 'xls'])('in %s gives the first visible sheet with rows', async (extension) => {
    expect(await read(`libreoffice-leads.${extension}`)).toEqual(leads);
  });
});

describe('a file of another program', () => {
  it('is read as one of LibreOffice: XLS of Gnumeric, from libreoffice-leads.fods', async () => {
    expect(await read('gnumeric-leads.xls')).toEqual(leads);
  });

  /** With a link, dates, a number shown with a zero and, but for Gnumeric, a hidden sheet before. */
  it.each(['gnumeric', 'openpyxl', 'xlsxwriter'])('is read: XLSX of %s', async (program) => {
    expect(await read(`${program}-leads.xlsx`)).toEqual({
      sheet: 'Leads & more',
      rows: [
        [1, ...titles, 'Since', 'Revenue'],
        [2, ...mueller, '0049 151 23456789', '2024-03-05', '1234.5'],
        [3, ...two, '2023-12-31', '2499'],
      ],
    });
  });
});
