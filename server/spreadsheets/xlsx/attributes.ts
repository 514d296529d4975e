import { damaged, decodeEntities } from './characters.ts';

export type Attributes = {
  /** The value of an attribute, whether its name has a prefix or not. */
  get(name: string): string | undefined;
};

export const code = {
  blank: 0x20,
  exclamation: 0x21,
  quote: 0x22,
  apostrophe: 0x27,
  slash: 0x2f,
  colon: 0x3a,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
} as const;
const mostAttributes = 100;

/**
 * Reads the attributes of one tag after the other. A sheet has millions of tags, so that it only
 * notes where the attributes are; they can be asked for until the next tag is read.
 */
export function attributeReader() {
  let xml = '';
  let count = 0;
  /** Of every attribute: where its name starts and ends, where its value starts and ends. */
  const spans = new Int32Array(4 * mostAttributes);
  const readOne = (start: number): number => {
    const nameEnd = skipName(xml, start);
    const equals = skipBlanks(xml, nameEnd);
    const open = skipBlanks(xml, equals + 1);
    if (open >= xml.length) return -1;
    const quote = xml.charCodeAt(open);
    const quoted = quote === code.quote || quote === code.apostrophe;
    const named = nameEnd > start && xml.charCodeAt(equals) === code.equals;
    if (!quoted || !named || count === mostAttributes) throw damaged();
    let close = open + 1;
    while (close < xml.length && xml.charCodeAt(close) !== quote) close++;
    if (close === xml.length) return -1;
    spans[4 * count] = start;
    spans[4 * count + 1] = nameEnd;
    spans[4 * count + 2] = open + 1;
    spans[4 * count + 3] = close;
    count++;
    return close + 1;
  };
  return {
    /** The position after the last attribute; -1 where it has not come yet. */
    read(text: string, start: number): number {
      xml = text;
      count = 0;
      let at = start;
      for (;;) {
        at = skipBlanks(xml, at);
        const char = xml.charCodeAt(at);
        if (char === code.greater || char === code.slash) return at;
        at = readOne(at);
        if (at < 0) return -1;
      }
    },
    get(name: string): string | undefined {
      for (let at = 0; at < 4 * count; at += 4) {
        const first = spans[at] ?? 0;
        const start = (spans[at + 1] ?? 0) - name.length;
        const whole = start === first || xml.charCodeAt(start - 1) === code.colon;
        if (start < first || !whole || !xml.startsWith(name, start)) continue;
        return decodeEntities(xml.slice(spans[at + 2], spans[at + 3]));
      }
      return undefined;
    },
  };
}

export function skipName(xml: string, start: number): number {
  let at = start;
  for (;;) {
    const char = xml.charCodeAt(at);
    if (!(char > code.blank) || (char >= code.less && char <= code.greater)) return at;
    if (char === code.slash || char === code.quote || char === code.apostrophe) return at;
    at++;
  }
}

export function skipBlanks(xml: string, start: number): number {
  let at = start;
  while (xml.charCodeAt(at) <= code.blank) at++;
  return at;
}
