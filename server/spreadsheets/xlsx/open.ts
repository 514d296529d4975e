import { posix } from 'node:path';
import { SpreadsheetError } from '../spreadsheet-error.ts';
import { readDirectory, unpack, type ZipEntry } from '../zip.ts';
import { damaged } from './characters.ts';
import { readXml, type XmlHandler } from './xml.ts';

export type Workbook = {
  date1904: boolean;
  /** In order, without those that are hidden. */
  sheets: { name: string; part: ZipEntry | undefined }[];
  strings: ZipEntry | undefined;
  styles: ZipEntry | undefined;
};

/** Reads a part of the package, an element at a time. */
type ReadPart = (name: string, open: NonNullable<XmlHandler['open']>) => Promise<void>;

const contentTypes = '[content_types].xml';
const workbookType = /(spreadsheetml|ms-excel)\.(sheet|template)(\.macroEnabled)?\.main\+xml/i;
/** Of those that say where things are; a workbook may name thousands of cells. */
const largestPart = 16 * 1024 * 1024;
/** More than an archive may have entries. */
const mostRelations = 10_000;

/** What the workbook in an archive consists of; throws where there is none. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const entries = await readDirectory(path);
  const parts = new Map(entries.map((entry) => [partName(entry.name), entry]));
  if (!parts.has(contentTypes)) throw new SpreadsheetError('notAFile');
  const read: ReadPart = async (name, open) => {
    const part = parts.get(name);
    if (!part) throw damaged();
    if (part.size > largestPart) throw new SpreadsheetError('tooLargeInside');
    await readXml(unpack(path, part), { open });
  };
  const main = await findMain(read);
  const relations = await readRelations(main, read);
  const { sheets, date1904 } = await readMain(main, read);
  const byType = (type: string) =>
    relations.find((relation) => relation.type.endsWith(`/${type}`))?.target;
  const byId = new Map(relations.map(({ id, target }) => [id, target]));
  const beside = (name: string) => posix.join(posix.dirname(main), name);
  return {
    date1904,
    sheets: sheets.map(({ name, id }) => ({ name, part: parts.get(byId.get(id) ?? '') })),
    strings: parts.get(byType('sharedStrings') ?? beside('sharedstrings.xml')),
    styles: parts.get(byType('styles') ?? beside('styles.xml')),
  };
}

/** Part names are the same in either case. */
function partName(name: string): string {
  return name.replace(/^\//, '').toLowerCase();
}

async function findMain(read: ReadPart): Promise<string> {
  let main: string | undefined;
  await read(contentTypes, (_, attributes) => {
    if (!workbookType.test(attributes.get('ContentType') ?? '')) return;
    // Some writers give the type to all XML and leave it at the usual name.
    main ??= partName(attributes.get('PartName') ?? 'xl/workbook.xml');
  });
  if (main === undefined) throw new SpreadsheetError('notAFile');
  return main;
}

async function readRelations(main: string, read: ReadPart) {
  const relations: { id: string; type: string; target: string }[] = [];
  const folder = posix.dirname(main);
  await read(posix.join(folder, '_rels', `${posix.basename(main)}.rels`), (name, attributes) => {
    if (name !== 'Relationship') return;
    if (relations.length === mostRelations) throw damaged();
    const target = posix.resolve(`/${folder}`, attributes.get('Target') ?? '');
    relations.push({
      id: attributes.get('Id') ?? '',
      type: attributes.get('Type') ?? '',
      target: partName(target),
    });
  });
  return relations;
}

async function readMain(main: string, read: ReadPart) {
  const sheets: { name: string; id: string }[] = [];
  let date1904 = false;
  await read(main, (name, attributes, parent) => {
    // Excel adds a second one for later versions, deeper down.
    if (name === 'workbookPr' && parent === 'workbook') {
      date1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
    } else if (name === 'sheet' && parent === 'sheets') {
      const visible = (attributes.get('state') ?? 'visible') === 'visible';
      const [sheet = '', id = ''] = [attributes.get('name'), attributes.get('id')];
      if (sheets.length === mostRelations) throw damaged();
      // A module of macros is listed as a sheet that is nowhere.
      if (visible && id !== '') sheets.push({ name: sheet, id });
    }
  });
  return { sheets, date1904 };
}
