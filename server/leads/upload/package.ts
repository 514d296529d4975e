import type { WorkBook } from '@e965/xlsx';
import { Refusal, refusalText, tooManyRows } from './refusal.ts';
import { type Package, type PackagePart, readOptions, readPackage } from './sheetjs.ts';
import { readDirectory, unpack, type ZipEntry } from './zip.ts';

const contentTypes = '[content_types].xml';
const workbookType = /(spreadsheetml|ms-excel)\.(sheet|template)(\.macroEnabled)?\.main\+xml/i;
/** Parts no lead is in, and those that would make SheetJS take the archive for another format. */
const unwanted = /^META-INF\/|^Index\/|objectdata\.xml$|comments|externalLink|docProps/i;
const strings = /sharedStrings/i;

type Opened = {
  /** The names of the sheets and which are hidden, without their cells. */
  list(): WorkBook;
  /** The workbook with the cells of one sheet. */
  read(index: number): WorkBook;
};

export function openPackage(zip: Buffer, maxRows: number): Opened {
  const entries = readDirectory(zip);
  const types = entries.find((entry) => entry.name.toLowerCase() === contentTypes);
  if (!types || !workbookType.test(unpack(zip, types).toString('latin1'))) {
    throw new Refusal(refusalText.notAFile);
  }
  const wanted = entries.filter(({ name }) => /\.(xml|rels)$/i.test(name) && !unwanted.test(name));
  const load = (entry: ZipEntry) => checkPart(unpack(zip, entry), maxRows);
  const parse = (parts: ZipEntry[], sheet: number) =>
    parsePackage(parts, load, { ...readOptions, sheets: sheet });
  return {
    list: () =>
      parse(
        wanted.filter((entry) => !strings.test(entry.name)),
        -1,
      ),
    read: (index) => parse(wanted, index),
  };
}

/** SheetJS asks for a part when it needs it, so that other sheets stay packed. */
function parsePackage(
  entries: ZipEntry[],
  load: (entry: ZipEntry) => Buffer,
  options: Parameters<typeof readPackage>[1],
): WorkBook {
  let failure: unknown;
  const parts: Package = { FullPaths: ['Root Entry/'], FileIndex: [emptyPart('Root Entry')] };
  for (const entry of entries) {
    let content: Buffer | undefined;
    const part: PackagePart = {
      name: entry.name.split('/').at(-1) ?? '',
      type: 2,
      get content() {
        try {
          content ??= load(entry);
          return content;
        } catch (error) {
          failure ??= error;
          throw error;
        }
      },
    };
    parts.FullPaths.push(`Root Entry/${entry.name}`);
    parts.FileIndex.push(part);
  }
  const book = readPackage(parts, options);
  // SheetJS swallows what goes wrong within a sheet and gives a workbook without it.
  if (failure !== undefined) throw failure;
  return book;
}

function emptyPart(name: string): PackagePart {
  return { name, type: 2, content: Buffer.alloc(0) };
}

function checkPart(content: Buffer, maxRows: number): Buffer {
  if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) {
    throw new Refusal(refusalText.damaged);
  }
  if (content.includes('sheetData')) checkSheet(content, maxRows);
  return content;
}

/**
 * Far too many rows are refused before SheetJS makes objects of them all. The exact count comes
 * later: here a row of empty texts looks like any other.
 */
function checkSheet(content: Buffer, maxRows: number): void {
  const tail = content.subarray(-200).toString('latin1').trimEnd();
  if (!tail.endsWith('worksheet>')) throw new Refusal(refusalText.damaged);
  const bound = maxRows * 1.25 + 1_000;
  let filled = 0;
  let start = 0;
  for (let at = content.indexOf('row>'); at >= 0; at = content.indexOf('row>', start)) {
    // A row of nothing but formatted cells holds neither a value nor an inline text.
    const row = content.subarray(start, at);
    if (row.includes('v>') || row.includes('t>')) filled++;
    if (filled > bound) throw new Refusal(tooManyRows(maxRows));
    start = at + 4;
  }
}
