import type { CellObject } from '@e965/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { refused, uploadFolder } from '#test/lead-files.ts';
import {
  acme,
  columns,
  compoundFile,
  compoundStream,
  saveAs,
  workbook,
} from '#test/spreadsheet-files.ts';

const { check, remove } = uploadFolder();
afterAll(remove);

async function leadsOf(content: Buffer) {
  const result = await check(content);
  if (result.outcome !== 'leads') throw new Error(JSON.stringify(result));
  return result.leads;
}

describe.each(['xlsx', 'biff8'] as const)('a cell of a %s workbook', (format) => {
  const cells: [string, CellObject, string | null][] = [
    ['a long number', { t: 'n', v: 4915112345678 }, '4915112345678'],
    ['a very long number', { t: 'n', v: 1e21 }, '1000000000000000000000'],
    ['a scientific format', { t: 'n', v: 4915112345678, z: '0.00E+00' }, '4915112345678'],
    ['a whole number format', { t: 'n', v: 4915112345678, z: '0' }, '4915112345678'],
    ['a thousands format', { t: 'n', v: 4915112, z: '#,##0' }, '4915112'],
    ['a format that drops digits', { t: 'n', v: 4915112, z: '0,' }, '4915112'],
    ['a small number', { t: 'n', v: 0.0000001 }, '0.0000001'],
    ['a fraction', { t: 'n', v: 0.1 + 0.2 }, '0.3'],
    ['leading zeros of a format', { t: 'n', v: 4711, z: '000000' }, '004711'],
    ['a phone format', { t: 'n', v: 2079460958, z: '(000) 000-0000' }, '(207) 946-0958'],
    ['a date', { t: 'n', v: 45356, z: 'dd/mm/yyyy' }, '2024-03-05'],
    ['a date with a time', { t: 'n', v: 45356.75, z: 'm/d/yy h:mm' }, '2024-03-05'],
    ['a time', { t: 'n', v: 0.5, z: 'h:mm' }, '12:00'],
    ['true', { t: 'b', v: true }, 'TRUE'],
    ['false', { t: 'b', v: false }, 'FALSE'],
    ['an error', { t: 'e', v: 0x2a }, null],
    ['text with leading zeros', { t: 's', v: '0049 151' }, '0049 151'],
    ['text with a plus', { t: 's', v: '+49 151' }, '+49 151'],
    ['a formula of a number', { t: 'n', v: 4915112345678, f: 'A1*1' }, '4915112345678'],
    ['a formula of a text', { t: 's', v: '+49 7', f: '"+49"&" 7"' }, '+49 7'],
    ['a link', { t: 's', v: 'shown', l: { Target: 'https://hidden.example' } }, 'shown'],
  ];
  it.each(cells)('with %s reads as it should', async (_, cell, expected) => {
    const [lead] = await leadsOf(saveAs(workbook([columns, [...acme.slice(0, 4), cell]]), format));
    expect(lead?.phone_number).toBe(expected);
  });

  it('counts its dates from 1904 where the workbook does', async () => {
    const date: CellObject = { t: 'n', v: 45356 - 1462, z: 'yyyy-mm-dd' };
    const book = workbook([columns, [...acme.slice(0, 4), date]]);
    book.Workbook = { ...book.Workbook, WBProps: { date1904: true } };
    expect((await leadsOf(saveAs(book, format)))[0]?.phone_number).toBe('2024-03-05');
  });
});

describe.each(['xlsx', 'biff8'] as const)('a %s workbook', (format) => {
  it('gives the first sheet that is visible and has something in it', async () => {
    const secret = [columns, ['Secret', 'S', 'S', 's@s.example']];
    const book = workbook(secret, [[]], [columns, acme], secret);
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 0 }, { Hidden: 0 }] };
    expect(await leadsOf(saveAs(book, format))).toMatchObject([{ company_name: 'Acme' }]);
  });

  it('without anything in it has no leads', async () => {
    expect(await check(saveAs(workbook([[]]), format))).toEqual(refused('noRows'));
  });

  it('numbers its rows as the program shows them', async () => {
    const rows = [[], [], columns, [], acme, ['Acme', '', 'Byron', acme[3] ?? '']];
    expect(await check(saveAs(workbook(rows), format))).toMatchObject({
      problems: [{ row: 6, column: 'first_name' }],
    });
  });

  it('that was cut off anywhere is refused', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => [`Company ${index}`, ...acme.slice(1)]);
    const whole = saveAs(workbook([columns, ...rows]), format);
    for (let part = 1; part < 40; part++) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 40));
      const result = await check(cut);
      expect([part, result.outcome]).toEqual([part, 'refused']);
    }
  });
});

describe('an XLS workbook', () => {
  const xls = saveAs(workbook([columns, acme]), 'biff8');

  it('of Excel 95 keeps its letters', async () => {
    const file = saveAs(workbook([columns, ['Mxller x', ...acme.slice(1)]]), 'biff5');
    const at = file.indexOf('Mxller x');
    file.set([0xfc], at + 1);
    file.set([0x80], at + 7);
    expect(await leadsOf(file)).toMatchObject([{ company_name: 'Müller €' }]);
  });

  it('is read without its container too', async () => {
    expect(await leadsOf(compoundStream(xls, 'Workbook'))).toHaveLength(1);
  });

  it('may begin with an empty sheet before a hidden one', async () => {
    const hidden = [columns, ['Hidden', ...acme.slice(1)]];
    const book = workbook([], hidden, [columns, acme]);
    book.Workbook = { Sheets: [{}, { Hidden: 1 }, {}] };
    expect(await leadsOf(saveAs(book, 'biff8'))).toMatchObject([{ company_name: 'Acme' }]);
  });

  it('with a password is refused as such', async () => {
    const stream = compoundStream(xls, 'Workbook');
    const bofEnd = 4 + stream.readUInt16LE(2);
    const filePass = Buffer.from([0x2f, 0, 4, 0, 0, 0, 1, 2]);
    const locked = Buffer.concat([stream.subarray(0, bofEnd), filePass, stream.subarray(bofEnd)]);
    expect(await check(compoundFile({ Workbook: locked }))).toEqual(refused('password'));
  });

  it('may hold what is of no cell, whatever is wrong with it', async () => {
    const stream = compoundStream(xls, 'Workbook');
    const remarkOnNothing = Buffer.from([0x1c, 0, 8, 0, 0, 0, 0, 0, 0, 0, 9, 0]);
    const parts = [stream.subarray(0, -4), remarkOnNothing, stream.subarray(-4)];
    expect(await leadsOf(compoundFile({ Workbook: Buffer.concat(parts) }))).toHaveLength(1);
  });

  it.each(['WORKBOOK', 'BOOK', 'Book'])('may call its stream %s', async (name) => {
    const stream = compoundStream(xls, 'Workbook');
    expect(await leadsOf(compoundFile({ [name]: stream }))).toHaveLength(1);
  });

  it('may have other documents inside', async () => {
    const stream = compoundStream(xls, 'Workbook');
    const inside = {
      '/MBD1/WordDocument': Buffer.from('text'),
      '/MBD2/Workbook': Buffer.from('no workbook'),
      '/MBD3/EncryptedPackage': Buffer.from('secret'),
    };
    expect(await leadsOf(compoundFile({ Workbook: stream, ...inside }))).toHaveLength(1);
    expect(await check(compoundFile({ '/MBD1/Workbook': stream }))).toEqual(refused('notAFile'));
  });

  it('is not what every compound file is', async () => {
    const stream = compoundStream(xls, 'Workbook');
    const word = compoundFile({ WordDocument: Buffer.from('text'), Workbook: stream });
    for (const file of [word, compoundFile({ __properties: Buffer.alloc(9) })]) {
      expect(await check(file)).toEqual(refused('notAFile'));
    }
  });
});
