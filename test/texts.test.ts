import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

// A sentence that code chooses, fills in or throws stands in a table of its noun, `*-text.ts`; one
// that a component only draws stands where it is drawn.

const isTable = (name: string) => /-text(\.shared)?\.ts$/.test(name);
const isTest = (name: string) => /\.(test|fixture)\.tsx?$/.test(name);
const files = execFileSync('git', ['ls-files', 'server', 'web'])
  .toString()
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name) && !isTest(name) && !isTable(name));

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
}

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

function found(file: string, isWanted: (node: ts.Node) => boolean): string[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return [...nodesOf(source)].filter(isWanted).map((node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return `${file}:${line + 1} ${node.getText()}`;
  });
}

/** Rooms of the web that have no noun, and pages that are nothing but prose. */
const isElsewhere = (name: string) => /^web\/(app|ui|lib|tokens\/documentation)\//.test(name);
const isSentence = (text: string) => /^\S+ \S+ .*[.?!…]$/s.test(text.trim());

/** Of a component like the text between its tags: nothing chooses it. */
const isDrawn = ({ parent }: ts.Node) => ts.isJsxAttribute(parent);

test('Sentences of the web stand in the tables of their nouns, or where they are drawn', () => {
  const web = files.filter((name) => name.startsWith('web/') && !isElsewhere(name));
  const wanted = (node: ts.Node) => isSentence(textOf(node) ?? '') && !isDrawn(node);
  expect(web.flatMap((file) => found(file, wanted))).toEqual([]);
});

test('What a call is refused with stands in a table', () => {
  const wanted = (node: ts.Node) =>
    ts.isNewExpression(node) &&
    /^(AppError|Refusal)$/.test(node.expression.getText()) &&
    (node.arguments ?? []).some((argument) => (textOf(argument) ?? '').includes(' '));
  expect(files.flatMap((file) => found(file, wanted))).toEqual([]);
});
