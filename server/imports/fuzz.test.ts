import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { uploadFolder } from '#test/lead-files.ts';
import {
  acme,
  columns,
  compoundStream,
  encode,
  inlineRow,
  rawXlsx,
  saveAs,
  workbook,
  zipFile,
} from '#test/spreadsheet-files.ts';

const { check, remove } = uploadFolder();
afterAll(remove);
const rows = [columns, acme, [...acme.slice(0, 4), 4915112345678], ['Ö', 'Ü', 'Ä', 'a@b.de', '']];
const csv = rows.map((cells) => cells.join(';')).join('\r\n');
const seeds = [
  Buffer.from(csv),
  encode(csv, 'utf-16le', true),
  saveAs(workbook(rows), 'xlsx'),
  saveAs(workbook(rows), 'biff8'),
  saveAs(workbook(rows), 'biff5'),
  compoundStream(saveAs(workbook(rows), 'biff8'), 'Workbook'),
];
const shared = '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" s="1"><v>7</v></c></row>';
const parts = Object.entries(
  rawXlsx(inlineRow(1, columns) + inlineRow(2, acme) + shared, {
    'xl/sharedStrings.xml': '<sst><si><r><t>a&amp;b</t></r></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>',
  }),
);
const settings = { seed: 20_261_115, numRuns: 400 };

async function givesAnAnswer(content: Buffer): Promise<void> {
  const result = await check(content, 100);
  if (result.outcome === 'refused') expect(result.message).not.toBe('');
  else if (result.outcome === 'problems') expect(result.problems).not.toHaveLength(0);
  else expect(result.leads).not.toHaveLength(0);
}

it('random bytes are answered', async () => {
  const start = fc.constantFrom('', 'PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '\t\b\x10\0');
  const content = fc.tuple(start, fc.uint8Array({ maxLength: 2_000 }));
  await fc.assert(
    fc.asyncProperty(content, ([first, rest]) =>
      givesAnAnswer(Buffer.concat([Buffer.from(first, 'latin1'), rest])),
    ),
    settings,
  );
});

it('random text is answered', async () => {
  const piece = fc.oneof(
    fc.constantFrom('"', ',', ';', '\t', '\r', '\n', '\r\n', 'email', '\0', 'sep=', ...columns),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  const text = fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join(''));
  const encoding = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252');
  await fc.assert(
    fc.asyncProperty(text, encoding, (content, name) => givesAnAnswer(encode(content, name))),
    settings,
  );
});

const change = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc
      .constantFrom('<', '>', '"', '/>', '<v>', '&#0;', '&lt', 'r="A9"')
      .map((xml) => Buffer.from(xml)),
  ),
});
const changes = fc.array(change, { minLength: 1, maxLength: 12 });

function damage(file: Buffer, mutations: { at: number; bytes: Uint8Array }[]): Buffer {
  const content = Buffer.from(file);
  for (const { at, bytes } of mutations) {
    const start = Math.floor(at * content.length);
    content.set(bytes.subarray(0, content.length - start), start);
  }
  return content;
}

it('damaged files are answered', async () => {
  const end = fc.double({ min: 0.3, max: 2, noNaN: true });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...seeds), changes, end, (seed, mutations, length) =>
      givesAnAnswer(damage(seed.subarray(0, Math.ceil(seed.length * length)), mutations)),
    ),
    settings,
  );
});

it('whole archives of damaged XML are answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...parts), changes, ([name, xml], mutations) => {
      const content = damage(Buffer.from(String(xml)), mutations);
      return givesAnAnswer(zipFile({ ...Object.fromEntries(parts), [name]: { content } }));
    }),
    settings,
  );
});

it('whole archives of XML in any order are answered', async () => {
  const token = fc.constantFrom(
    ...[
      '<row>',
      '<row r="2">',
      '<row r="9e9"/>',
      '</row>',
      '<c>',
      '<c r="B1" t="s">',
      '<c t="str">',
    ],
    ...[
      '<c s="1">',
      '<c t="d"/>',
      '</c>',
      '<v>',
      '</v>',
      '<is>',
      '</is>',
      '<t>',
      '</t>',
      '<r>',
      '</r>',
    ],
    ...[
      '<si>',
      '</si>',
      '<x:c>',
      '</x:c>',
      '0',
      '1e5',
      '-1',
      'text',
      '&amp;',
      '&#xD800;',
      '_xD800_',
    ],
    ...['<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '<', '>', '"', "='", ' ', '\u20ac', '\0'],
  );
  const xml = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(''));
  // Some as they should be, so that the texts get read.
  const inside = fc.oneof(xml, fc.constant(inlineRow(1, columns) + shared));
  await fc.assert(
    fc.asyncProperty(inside, xml, fc.boolean(), (rows, texts, more) => {
      const sheet = rawXlsx(rows + (more ? inlineRow(5, acme) : ''), {
        'xl/sharedStrings.xml': `<sst><si><t>a</t></si>${texts}</sst>`,
      });
      return givesAnAnswer(zipFile(sheet));
    }),
    settings,
  );
});
