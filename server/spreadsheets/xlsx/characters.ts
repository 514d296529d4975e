import { isUtf8 } from 'node:buffer';
import { SpreadsheetError } from '../spreadsheet-error.ts';

export function damaged(): SpreadsheetError {
  return new SpreadsheetError('damaged');
}

/** To XML, however a line ends, it ends with a line feed. */
export function decodeXml(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw damaged();
  const xml = bytes.toString('utf8');
  return xml.includes('\r') ? xml.replace(/\r\n?/g, '\n') : xml;
}

const entity = /&(?:([a-z]+)|#(\d{1,7})|#x([\da-f]{1,6}));|&/gi;
const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, decodeEntity) : text;
}

function decodeEntity(_: string, name?: string, decimal?: string, hex?: string): string {
  const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
  if (point !== undefined && point <= 0x10_ffff) return String.fromCodePoint(point);
  const char = entities.get(name ?? '');
  if (char === undefined) throw damaged();
  return char;
}

/** What SpreadsheetML writes for characters that XML cannot hold, and for what looks like one. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
