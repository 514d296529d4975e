import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

// A sentence that code chooses, fills in or throws stands in a table of its noun, `*-text.ts`; one
// that a component only draws stands where it is drawn. What stands in a table stands nowhere else.

const isTable = (name: string) =>
  /^(contract\/|web\/(?!app|ui|lib)).*-text(\.shared)?\.ts$/.test(name);
const isTest = (name: string) => /\.(test|fixture)\.tsx?$/.test(name);
// Those that are there, whether git knows them yet or not.
const listed = ['ls-files', '-co', '--exclude-standard', 'contract', 'server', 'web'];
const allFiles = execFileSync('git', listed)
  .toString()
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name) && !isTest(name) && existsSync(name));
const files = allFiles.filter((name) => !isTable(name) && !name.startsWith('contract/'));

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
}

/** What is looked at of a file. */
function nodesIn(file: string): ts.Node[] {
  const text = readFileSync(file, 'utf8');
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    if (textOf(node) !== undefined) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  const how = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  visit(ts.createSourceFile(file, text, how, true));
  return nodes;
}

/** Read once for all tests: that takes longer than what they do with it. */
const nodes = new Map(allFiles.map((file) => [file, nodesIn(file)]));

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName}:${line + 1} ${node.getText()}`;
}

function found(file: string, isWanted: (node: ts.Node) => boolean): string[] {
  return (nodes.get(file) ?? []).filter(isWanted).map(placeOf);
}

/** Rooms that have no noun, and so no table, and pages that are nothing but prose. */
const isElsewhere = (name: string) =>
  /^(server\/jobs|web\/(app|ui|lib|tokens\/documentation))\//.test(name);
// A button that says what it is doing, as `Signing in...`, says no sentence.
const isSentence = (text: string) => /^\S+ (.*[^.][.?!]|\S+ .*…)$/s.test(text.trim());

/** Of a component like the text between its tags: nothing chooses it. */
const isDrawn = (node: ts.Node) => ts.isJsxText(node) || ts.isJsxAttribute(node.parent);

test('Sentences of the web stand in the tables of their nouns, or where they are drawn', () => {
  const web = files.filter((name) => name.startsWith('web/') && !isElsewhere(name));
  const wanted = (node: ts.Node) => isSentence(textOf(node) ?? '') && !isDrawn(node);
  expect(web.flatMap((file) => found(file, wanted))).toEqual([]);
});

/** What takes words for somebody: errors that are answered, toasts, and what becomes of a job. */
const tells = /^(AppError|Refusal|HubSpotFault|toast\.\w+|failed|parked|again)$/;

function isArgument(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || ts.isFunctionLike(parent)) return false;
  if (!ts.isNewExpression(parent) && !ts.isCallExpression(parent)) return isArgument(parent);
  return parent.expression !== node && tells.test(parent.expression.getText());
}

test('What errors, toasts and failed jobs say stands in a table', () => {
  const hasWords = (text = '') => /\p{L}+ +\S*\p{L}/u.test(text.replace(/\$\{[^}]*\}/g, ''));
  const wanted = (node: ts.Node) => hasWords(textOf(node)) && isArgument(node);
  const nouns = files.filter((name) => !isElsewhere(name));
  expect(nouns.flatMap((file) => found(file, wanted))).toEqual([]);
});

/** As it is compared: case, signs and lines make no other sentence of it. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The name of an entry says nothing to anybody. */
const isName = (node: ts.Node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node;

function isText(node: ts.Node): boolean {
  const words = textOf(node)?.trim().split(/\s+/) ?? [];
  return words.length >= 3 && !isName(node);
}

/** The contract has tables beside the schemas of a noun, too. */
function isInTable(node: ts.Node | undefined): boolean {
  if (!node) return false;
  if (ts.isSourceFile(node)) return isTable(node.fileName);
  const isNamed = ts.isVariableDeclaration(node) && /(Text|Messages)$/.test(node.name.getText());
  const isOfContract = node.getSourceFile().fileName.startsWith('contract/');
  return (isNamed && isOfContract) || isInTable(node.parent);
}

/** Spec §8 has it with small letters as an answer, and with capitals as the title of a toast. */
const writtenTwice = [lettersOf('Rate limit exceeded')];

test('No sentence of a table stands a second time', () => {
  const places = new Map<string, ts.Node[]>();
  for (const file of allFiles.filter((name) => !name.startsWith('web/tokens/documentation/'))) {
    for (const node of (nodes.get(file) ?? []).filter(isText)) {
      const letters = lettersOf(textOf(node) ?? '');
      places.set(letters, [...(places.get(letters) ?? []), node]);
    }
  }
  const twice = [...places].filter(
    ([letters, at]) => at.length > 1 && at.some(isInTable) && !writtenTwice.includes(letters),
  );
  expect(twice.map(([, at]) => at.map(placeOf))).toEqual([]);
});
