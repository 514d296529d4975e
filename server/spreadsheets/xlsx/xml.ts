import { type Attributes, attributeReader, code, skipBlanks, skipName } from './attributes.ts';
import { damaged, decodeEntities, decodeXml } from './characters.ts';

/** Names come without their prefix: whether a writer says `row` or `x:row` is its own affair. */
export type XmlHandler = {
  open?(name: string, attributes: Attributes, parent: string): void;
  text?(text: string, name: string, parent: string): void;
  close?(name: string, parent: string): void;
};

/** A text of 50,000 characters, what Google Sheets holds in a cell, each escaped at length. */
const longestToken = 1024 * 1024;
const deepest = 100;

export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const xml = xmlReader(handler);
  for await (const chunk of chunks) xml.write(chunk);
  xml.end();
}

/** Reads XML as it comes, without a DTD and what a DTD can do. */
export function xmlReader(handler: XmlHandler) {
  const elements = elementReader(handler);
  const readToken = tokenReader(elements);
  let rest = Buffer.alloc(0);
  const read = (xml: string): number => {
    let at = 0;
    for (;;) {
      const start = xml.charCodeAt(at) === code.less ? at : xml.indexOf('<', at);
      if (start < 0) return at;
      if (start > at) elements.text(decodeEntities(xml.slice(at, start)));
      at = readToken(xml, start);
      if (at < 0) return start;
    }
  };
  return {
    write(chunk: Buffer): void {
      const bytes = Buffer.concat([rest, chunk]);
      // Cut where a tag ends: there no character is cut in two.
      const cut = bytes.lastIndexOf('>') + 1;
      const xml = decodeXml(bytes.subarray(0, cut));
      // A text or a value that goes on may have a `>` in it.
      const unread = Buffer.from(xml.slice(read(xml)));
      rest = Buffer.concat([unread, bytes.subarray(cut)]);
      if (rest.length > longestToken) throw damaged();
    },
    end(): void {
      if (rest.toString('latin1').trim() !== '') throw damaged();
      elements.end();
    },
  };
}

/** Reads what begins with `<`; gives the position after it, -1 where its end has not come yet. */
function tokenReader(elements: ReturnType<typeof elementReader>) {
  const attributes = attributeReader();
  const readOpen = (xml: string, start: number): number => {
    const nameEnd = skipName(xml, start + 1);
    const end = attributes.read(xml, nameEnd);
    const alone = xml.charCodeAt(end) === code.slash;
    const last = alone ? end + 1 : end;
    if (end < 0 || last >= xml.length) return -1;
    if (nameEnd === start + 1 || xml.charCodeAt(last) !== code.greater) throw damaged();
    elements.open(xml.slice(start + 1, nameEnd), attributes);
    if (alone) elements.close();
    return last + 1;
  };
  const readClose = (xml: string, start: number): number => {
    const tag = elements.innermost();
    const end = skipBlanks(xml, start + 2 + tag.length);
    if (end >= xml.length) return -1;
    if (!xml.startsWith(tag, start + 2) || xml.charCodeAt(end) !== code.greater) throw damaged();
    elements.close();
    return end + 1;
  };
  const readOther = (xml: string, start: number): number => {
    const other = others.find((token) => xml.startsWith(token.start, start));
    // Most likely a DOCTYPE.
    if (!other) throw damaged();
    const end = xml.indexOf(other.end, start + other.start.length);
    if (end < 0) return -1;
    if (other.start === cdata) elements.text(xml.slice(start + cdata.length, end));
    return end + other.end.length;
  };
  return (xml: string, start: number): number => {
    const second = xml.charCodeAt(start + 1);
    if (second === code.slash) return readClose(xml, start);
    const other = second === code.exclamation || second === code.question;
    return other ? readOther(xml, start) : readOpen(xml, start);
  };
}

const cdata = '<![CDATA[';
const others = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
  { start: cdata, end: ']]>' },
];

/** Follows what is inside what: all that opens is closed, and there is one root. */
function elementReader(handler: XmlHandler) {
  const tags: string[] = [];
  const names: string[] = [];
  let started = false;
  let [name, parent] = ['', ''];
  return {
    innermost: () => tags.at(-1) ?? '',
    open(tag: string, attributes: Attributes): void {
      const depth = tags.push(tag);
      if (depth > deepest || (started && depth === 1)) throw damaged();
      started = true;
      parent = name;
      name = tag.slice(tag.indexOf(':') + 1);
      names.push(name);
      handler.open?.(name, attributes, parent);
    },
    text(text: string): void {
      if (tags.length > 0) handler.text?.(text, name, parent);
      else if (text.trim() !== '') throw damaged();
    },
    close(): void {
      if (tags.length === 0) throw damaged();
      handler.close?.(name, parent);
      tags.pop();
      names.pop();
      name = parent;
      parent = names.at(-2) ?? '';
    },
    end(): void {
      if (!started || tags.length > 0) throw damaged();
    },
  };
}
