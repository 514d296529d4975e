import { describe, expect, it } from 'vitest';
import { detectDelimiter } from './delimiter.ts';

const isKnownTitle = (title: string) => title === 'email';

describe.each([
  ['CRLF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
])('The delimiter of a file whose lines end with %s', (_, end) => {
  const linesBefore = (count: number) => 'Leads, of, today'.concat(end).repeat(count);

  it('is that of a header within its first ten lines', () => {
    const head = `${linesBefore(9)}name;email${end}`;
    expect(detectDelimiter(head, isKnownTitle).delimiter).toBe(';');
  });

  it('is not looked for further down', () => {
    const head = `${linesBefore(10)}name;email${end}`;
    expect(detectDelimiter(head, isKnownTitle).delimiter).toBe(',');
  });
});
