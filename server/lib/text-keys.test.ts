import { expect, test } from 'vitest';
import { foldText, substringPattern } from './text-keys.ts';

test.each([
  ['Acme', 'ACME'],
  ['Café', 'CAFE\u0301'],
  ['J\u030cones', '\u01f0ones'],
  ['\u0399\u0308\u0301os', '\u0390os'],
  ['ΣΟΦΟΣ', 'σοφος'],
])('"%s" and "%s" are the same to whoever searches', (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

test('What is folded stays as it is when it is folded again', () => {
  const marks = ['', '\u030c', '\u0331', '\u030a', '\u0308', '\u0308\u0301'];
  for (let code = 0; code < 0x3000; code++) {
    for (const mark of marks) {
      const folded = foldText(String.fromCodePoint(code) + mark);
      if (foldText(folded) !== folded) expect.unreachable(`U+${code.toString(16)} ${mark}`);
    }
  }
});

test('In a pattern the signs that stand for others stand for themselves', () => {
  expect(substringPattern('50%_\\')).toBe('%50\\%\\_\\\\%');
});
