import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const text = readFileSync('SECURITY.md', 'utf8');
const roots = ['contract', 'docs', 'e2e', 'scripts', 'server', 'test', 'web'];
const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`);
const files = new Set([...readdirSync('.'), ...roots.flatMap(filesOf)]);
const names = new Set([...files].map((path) => basename(path)));

/** One row of the requirements: `| 6.5.1 to 6.5.5 | about | met | by |`. */
const rows = text.split('\n').flatMap((line) => {
  const [, numbers, , outcome, reasons] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return numbers && outcome && reasons && /^\d/.test(numbers)
    ? [{ numbers, outcome, reasons }]
    : [];
});
/** Paragraphs that rows refer to: **Ways in.** */
const paragraphs = new Set([...text.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, title]) => title));

function countNumbers(numbers: string): number {
  const [from, to] = numbers.split(' to ').map((number) => Number(number.split('.').at(-1)));
  return from !== undefined && to !== undefined ? to - from + 1 : numbers.split(',').length;
}

const count = (outcome: string) =>
  rows
    .filter((row) => row.outcome === outcome)
    .reduce((sum, { numbers }) => sum + countNumbers(numbers), 0);

/** Each sentence in quotes, with the test file that was named last before it. */
function quotesOf(reasons: string) {
  let file: string | undefined;
  return [...reasons.matchAll(/`([^`]+)`|"([^"]+)"/g)].flatMap(([, code, sentence]) => {
    if (code && /\.(test|spec)\.tsx?$/.test(code)) file = code;
    return sentence ? [{ file, sentence }] : [];
  });
}

function isTest(file: string | undefined, sentence: string): boolean {
  if (!file || !files.has(file)) return false;
  const source = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${sentence}${quote}`));
}

test('Every file that SECURITY.md names is there', () => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|md|ya?ml))`|\]\(([^)#:]+)\)/g)];
  const paths = named.map(([, code, link]) => code ?? link ?? '');
  const missing = paths.filter((path) => !(path.includes('/') ? files : names).has(path));
  expect(paths.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('Every sentence that SECURITY.md quotes is a test of the file beside it, or a paragraph above', () => {
  const quotes = rows.flatMap(({ reasons }) => quotesOf(reasons));
  const missing = quotes.filter(
    ({ file, sentence }) => !paragraphs.has(sentence) && !isTest(file, sentence),
  );
  expect(quotes.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('SECURITY.md counts its own rows rightly', () => {
  const untested = count('met, no test');
  const met = count('met') + untested;
  const [unmet, inapplicable] = [count('not met'), count('not applicable')];
  const sentence = `Of ${met + unmet + inapplicable}, **${met} are met (${untested} of them without a test), ${unmet} are not, ${inapplicable} do not apply**.`;
  expect(text).toContain(sentence);
});
