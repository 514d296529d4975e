import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpreadsheetError } from '../spreadsheet-error.ts';
import { xmlReader } from './xml.ts';

/** What a handler is told, with the XML in pieces that end at the given positions. */
function eventsOf(xml: string | Buffer, cuts: readonly number[] = [], attribute = 'a'): string[] {
  const events: string[] = [];
  const reader = xmlReader({
    open(name, attributes, parent) {
      const value = attributes.get(attribute);
      events.push(`${parent}<${name}${value === undefined ? '' : ` ${value}`}>`);
    },
    text(text, name, parent) {
      events.push(`${parent}<${name}>${text}`);
    },
    close(name, parent) {
      events.push(`${parent}</${name}>`);
    },
  });
  const bytes = Buffer.from(xml);
  let start = 0;
  for (const cut of [...cuts, bytes.length]) {
    reader.write(bytes.subarray(start, cut));
    start = cut;
  }
  reader.end();
  return events;
}

describe('XML', () => {
  it('is told as elements and texts, each with what it is in', () => {
    expect(eventsOf('<?xml version="1.0"?>\n<a><b>x</b> <c/></a>\n')).toEqual([
      '<a>',
      'a<b>',
      'a<b>x',
      'a</b>',
      '<a> ',
      'a<c>',
      'a</c>',
      '</a>',
    ]);
  });

  it('has names with prefixes, and without', () => {
    expect(eventsOf('<x:a y:a="1"><x:b/></x:a >')).toEqual(['<a 1>', 'a<b>', 'a</b>', '</a>']);
  });

  it.each([
    ['<a a="1"/>', '1'],
    ["<a a='1'/>", '1'],
    ['<a b="2" a = "1" c="3"/>', '1'],
    ['<a\n\ta="1"\n/>', '1'],
    [`<a b=' a="2" ' a="1"/>`, '1'],
    ['<a ba="2" a="1"/>', '1'],
    ['<a a=">"/>', '>'],
    ['<a a="&quot;&lt;&#x41;"/>', '"<A'],
    ['<a a=""/>', ''],
    ['<a ab="2"/>', undefined],
  ])('of %s has the attribute', (xml, value) => {
    expect(eventsOf(xml)[0]).toBe(value === undefined ? '<a>' : `<a ${value}>`);
  });

  it.each([
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['&#228;&#xE4;&#x1F600;', 'ää😀'],
    ['&amp;lt;', '&lt;'],
    ['a > b', 'a > b'],
    ['1\r\n2\r3\n4&#13;', '1\n2\n3\n4\r'],
    ['<![CDATA[<b>&amp;]]>', '<b>&amp;'],
  ])('with %s in it means what it says', (xml, text) => {
    expect(eventsOf(`<a>${xml}</a>`)[1]).toBe(`<a>${text}`);
  });

  it('may begin with a byte order mark and hold comments', () => {
    expect(eventsOf('\uFEFF<!-- <x> --><a>1<!-- -- > -->2</a><!---->')).toEqual([
      '<a>',
      '<a>1',
      '<a>2',
      '</a>',
    ]);
  });

  it('means the same however it is cut', () => {
    const xml = Buffer.from(
      `<?xml version="1.0"?><x:a a="ä>'"><!-- <ü> --><b a='1'/>ö > &#xfc;<![CDATA[<€]]></x:a>\n`,
    );
    const whole = eventsOf(xml);
    const cut = fc.array(fc.nat(xml.length), { maxLength: 12 });
    fc.assert(
      fc.property(cut, (cuts) => {
        expect(
          eventsOf(
            xml,
            cuts.sort((one, other) => one - other),
          ),
        ).toEqual(whole);
      }),
      { seed: 20_261_115, numRuns: 300 },
    );
    expect(eventsOf(xml, [...xml.keys()])).toEqual(whole);
  });

  it.each([
    ['nothing', ''],
    ['only blanks', ' \n'],
    ['no element', 'text'],
    ['an element that does not end', '<a><b></b>'],
    ['an element that ends twice', '<a></a></a>'],
    ['elements that cross', '<a><b></a></b>'],
    ['an element in another prefix at its end', '<x:a></y:a>'],
    ['two roots', '<a/><b/>'],
    ['text after the root', '<a/>text'],
    ['a tag without a name', '<a>< b/></a>'],
    ['a tag that does not end', '<a/><b'],
    ['a tag within a tag', '<a <b/>/>'],
    ['an attribute without a value', '<a a/>'],
    ['an attribute without quotation marks', '<a a=1/>'],
    ['an attribute that does not end', '<a a="1/>'],
    ['a slash within a tag', '<a / a="1"></a>'],
    ['more attributes than anybody needs', `<a ${'a="1" '.repeat(101)}/>`],
    ['more levels than anybody needs', '<a>'.repeat(101) + '</a>'.repeat(101)],
    ['an unknown entity', '<a>&e;</a>'],
    ['half an entity', '<a>&amp</a>'],
    ['no such character', '<a>&#x110000;</a>'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['an ENTITY', '<a><!ENTITY e "e"></a>'],
    ['a comment that does not end', '<a/><!-- '],
    ['a text that does not end', `<a>${'x'.repeat(1024 * 1024)}`],
    ['a text longer than any', `<a>${'> '.repeat(600 * 1024)}`],
    ['bytes that are no characters', Buffer.from('<a>\xe4</a>', 'latin1')],
    ['characters of two bytes', Buffer.from('\uFEFF<a/>', 'utf16le')],
  ])('with %s is damaged', (_, xml) => {
    expect(() => eventsOf(xml)).toThrow(new SpreadsheetError('damaged'));
  });
});
