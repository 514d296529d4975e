// npm run mutants -- [number] [seed]: breaks one thing at a time in a copy of the tree and tells
// which breaks no test notices. The same number and seed break the same things again.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, installPackages, root } from './steps.mjs';

const [number = 60, seed = 1] = process.argv.slice(2).map(Number);
const longestMinutes = 60;

checkNode();
installPackages();
const { default: ts } = await import('typescript');
const { createVitest } = await import('vitest/node');

const rules =
  /^(contract\/[a-z-]+|server\/([a-z]+)\/\2(\.queries)?|server\/(leads\/lead-row|imports\/(check-rows|columns|repeats|limiters)|db\/whose\.queries|lib\/whose|http\/rate-limits))\.ts$/;
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root }).toString().split('\0');
const files = tracked.filter((name) => rules.test(name));
const swaps = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

function breaksOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (from, to, instead) => {
    const line = source.getLineAndCharacterOfPosition(from).line + 1;
    found.push({ file, line, from, to, was: text.slice(from, to), instead });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { operatorToken: operator } = node;
      const swap = swaps[operator.getText()];
      if (swap) add(operator.getStart(), operator.end, swap);
      if (/^(&&|\|\|)$/.test(operator.getText())) {
        add(node.getStart(), node.end, node.right.getText());
        add(node.getStart(), node.end, node.left.getText());
      }
    }
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = node.expression ?? node.condition;
      add(condition.getStart(), condition.end, `!(${condition.getText()})`);
    }
    if (ts.isAwaitExpression(node)) {
      add(node.getStart(), node.end, `(${node.expression.getText()})`);
    }
    if (ts.isNumericLiteral(node)) {
      add(node.getStart(), node.end, String(Number(node.text.replaceAll('_', '')) + 1));
    }
    if (ts.isStringLiteral(node) && /^(admin|partner)$/.test(node.text)) {
      add(node.getStart(), node.end, node.text === 'admin' ? "'partner'" : "'admin'");
    }
    if (ts.isTemplateExpression(node)) addSqlBreaks(node.getStart(), node.getText(), add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A condition of a query that is gone: whose the rows are, above all. */
function addSqlBreaks(start, text, add) {
  for (const { 0: part, index } of text.matchAll(/\band \$\{ownedBy\(\w+\)\}/g)) {
    add(start + index, start + index + part.length, '');
  }
  for (const { 0: part, index } of text.matchAll(/\$\{ownedBy\(\w+\)\} and\b/g)) {
    add(start + index, start + index + part.length, '');
  }
  for (const { 0: part, index } of text.matchAll(/\band \w+ (=|<|>|<=|>=) (\$\{\w+\}|\d+)/g)) {
    add(start + index, start + index + part.length, '');
  }
}

/** Not Math.random: a run can be repeated. */
function shuffled(items) {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** The tests of the noun and those that walk over every call. */
function concerns(file) {
  const [, noun] = /^(?:contract|server)\/(?:[a-z-]+\/)?([a-z]+)/.exec(file) ?? [];
  const room = file.startsWith('server/') ? file.split('/')[1] : noun;
  return (name) =>
    name.startsWith(`server/${room}/`) ||
    (file.startsWith('contract/') && /^contract\/|^server\/leads\//.test(name)) ||
    /^server\/(http\/(matrix|rate-limits)|leads\/leads|session\/session)/.test(name);
}

const copy = mkdtempSync(join(tmpdir(), 'portal-mutants-'));
for (const name of tracked.filter(Boolean)) cpSync(join(root, name), join(copy, name));
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
process.chdir(copy);

const vitest = await createVitest('test', {
  root: copy,
  watch: false,
  bail: 1,
  reporters: [{}],
  testTimeout: 30_000,
});
await vitest.standalone();
const tests = await vitest.globTestSpecifications();
const { bundleWorker } = await vitest.import(join(copy, 'test', 'bundled-worker.ts'));

async function runTests(file) {
  const isConcerned = concerns(file);
  const chosen = tests.filter(({ moduleId }) => isConcerned(moduleId.slice(copy.length + 1)));
  vitest.invalidateFile(join(copy, file));
  try {
    await bundleWorker();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen, true);
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  } catch {
    return false;
  }
}

const chosen = shuffled(files.flatMap(breaksOf)).slice(0, number);
const survivors = [];
const began = Date.now();
let tried = 0;
try {
  for (const mutant of chosen) {
    if (Date.now() - began > longestMinutes * 60_000) break;
    const path = join(copy, mutant.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, mutant.from) + mutant.instead + text.slice(mutant.to));
    const survived = await runTests(mutant.file);
    writeFileSync(path, text);
    vitest.invalidateFile(path);
    tried += 1;
    const change = `${mutant.was} → ${mutant.instead || '(nothing)'}`.replace(/\s+/g, ' ');
    console.log(
      `${survived ? 'SURVIVED' : 'caught  '} ${mutant.file}:${mutant.line}  ${change.slice(0, 120)}`,
    );
    if (survived) survivors.push(mutant);
  }
} finally {
  await vitest.close();
  rmSync(copy, { recursive: true, force: true });
}
const caught = tried - survivors.length;
console.log(
  `\n${caught} of ${tried} caught (${Math.round((100 * caught) / tried)} %), seed ${seed}.`,
);
