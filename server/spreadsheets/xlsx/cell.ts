import { booleanText, type FormattedNumber, general, plainNumber } from '../cell-text.ts';
import type { Attributes } from './attributes.ts';
import { damaged, decodeEscapes } from './characters.ts';
import { checkLength, type SharedStrings } from './strings.ts';

export type CellContext = {
  strings: SharedStrings;
  /** Number formats, by the number of a cell's style. */
  styles: readonly string[];
  date1904: boolean;
};

/** Takes in one cell after the other. */
export function cellReader({ strings, styles, date1904 }: CellContext) {
  let type = '';
  let style = 0;
  let content = '';
  let inline = false;
  const add = (text: string) => {
    content += text;
    checkLength(content.length);
  };
  return {
    begin(attributes: Attributes): void {
      type = attributes.get('t') ?? 'n';
      style = Number(attributes.get('s') ?? 0);
      content = '';
      inline = false;
    },
    /** A text of the cell's own; some writers give a value besides. */
    addText(text: string): void {
      if (!inline) content = '';
      inline = true;
      type = 'inlineStr';
      add(text);
    },
    addValue(text: string): void {
      if (!inline) add(text);
    },
    /** A number with a format of its own comes as it is: few files have any. */
    value(): string | FormattedNumber | undefined {
      if (content.trim() === '') return undefined;
      const format = styles[style] ?? general;
      if (type !== 'n' || format === general) return textOf(type, content, strings);
      return { value: numberOf(content), format, date1904 };
    },
  };
}

function textOf(type: string, content: string, strings: SharedStrings): string {
  switch (type) {
    case 's':
      return strings(Number(content));
    case 'str':
    case 'inlineStr':
      return decodeEscapes(content);
    case 'b':
      return booleanText(content === '1' || content === 'true');
    case 'd':
      return /^\d{4}-\d\d-\d\d/.exec(content)?.[0] ?? content;
    case 'e':
      return '';
    default:
      return plainNumber(numberOf(content));
  }
}

function numberOf(content: string): number {
  const number = Number(content);
  // What stands here and is no number would else be lost in silence.
  if (Number.isNaN(number) && content.toLowerCase() !== 'nan') throw damaged();
  return number;
}
