// npm run mutants -- [number] [seed]: breaks one thing at a time in a copy of the tree and tells
// which breaks no test notices. The same number and seed break the same things again.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, installPackages, root } from './steps.mjs';

const [number = 60, seed = 1] = process.argv.slice(2).map(Number);
const longestMinutes = 60;
/** No test and no hook may take as long: a worker that says nothing until then runs without end. */
const longestSilence = 6 * 60_000;

checkNode();
installPackages();
const { default: ts } = await import('typescript');
const { createVitest } = await import('vitest/node');

/** What is agreed, what nouns do, and what rooms let callers and jobs do; not what makes the demo. */
const isRule = (name) =>
  /^(contract|server\/(?!(lib\/(?!whose)|spreadsheets\/|db\/embedded\/))\w+)\/.*\.ts$/.test(name) &&
  !name.startsWith('server/operation/demo');
const isTest = (name) => /\.(test|fixture)\.ts$/.test(name);
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root }).toString().split('\0');
const files = tracked.filter((name) => isRule(name) && !isTest(name));
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

/** What can be broken at a node of the syntax tree: each `[from, to, what stands there instead]`. */
function breaksAt(node) {
  const whole = (part, instead) => [part.getStart(), part.end, instead];
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText();
    const swap = swaps[operator] ? [whole(node.operatorToken, swaps[operator])] : [];
    if (operator !== '&&' && operator !== '||') return swap;
    return [...swap, whole(node, node.right.getText()), whole(node, node.left.getText())];
  }
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = node.expression ?? node.condition;
    return [whole(condition, `!(${condition.getText()})`)];
  }
  // Where the value is passed on: elsewhere the types and the lint rules notice it.
  const isPassedOn =
    node.parent && (ts.isReturnStatement(node.parent) || ts.isParenthesizedExpression(node.parent));
  if (ts.isAwaitExpression(node) && isPassedOn)
    return [whole(node, `(${node.expression.getText()})`)];
  if (ts.isNumericLiteral(node)) {
    return [whole(node, String(Number(node.text.replaceAll('_', '')) + 1))];
  }
  if (ts.isStringLiteral(node) && /^(admin|partner)$/.test(node.text)) {
    return [whole(node, node.text === 'admin' ? "'partner'" : "'admin'")];
  }
  if (ts.isCallExpression(node) && node.expression.getText() === 'ownedBy') {
    return [whole(node, 'sql`true`')];
  }
  const isText = ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
  if (!isText || !/\.queries\.ts$/.test(node.getSourceFile().fileName)) return [];
  const text = node.getText();
  return conditionsOf(text)
    .filter(([from, to]) => !/^\$\{ownedBy\(\w+\)\}$/.test(text.slice(from, to)))
    .map(([from, to]) => [node.getStart() + from, node.getStart() + to, 'true']);
}

function breaksOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  // By what is broken: a query within a query is seen twice.
  const found = new Map();
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    for (const [from, to, instead] of breaksAt(node)) {
      const line = source.getLineAndCharacterOfPosition(from).line + 1;
      found.set(`${from} ${to} ${instead}`, {
        file,
        line,
        from,
        to,
        was: text.slice(from, to),
        instead,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

const afterCondition =
  /^(--|(where|and|or|order|group|limit|offset|returning|for|union|having|then|else|end|as|window|on|do|left|join)\b)/;
/** Not of an index that a conflict is about, nor the later `and` of a range. */
const beginOfCondition = /(?<!on conflict \([^)]*\)\s+|between \S+\s+)\b(?:where|and)\s+/g;
const statement = /^\s*(select|insert|update|delete|with|from|join|left|order|where|and|or)\b/;

/**
 * Where the conditions of a query stand: one that is true of every row must be missed. They follow a
 * `where` or an `and`, or begin a part of a query that others put together.
 */
function conditionsOf(query) {
  const isQuoted = (at) =>
    query.slice(query.lastIndexOf('\n', at) + 1, at).split("'").length % 2 === 0;
  const starts = [...query.matchAll(beginOfCondition)]
    .filter(({ index }) => !isQuoted(index))
    .map(({ 0: word, index }) => index + word.length);
  const first = query.length - query.slice(1).trimStart().length;
  const isPart =
    !statement.test(query.slice(1)) &&
    /^and\b/.test(query.slice(endOfCondition(query, first)).trimStart());
  return [...(isPart ? [first] : []), ...starts].map((from) => [from, endOfCondition(query, from)]);
}

function endOfCondition(query, from) {
  let depth = 0;
  let end = from;
  for (let at = from; at < query.length; at += 1) {
    const letter = query[at];
    if ('({'.includes(letter)) depth += 1;
    if (depth === 0 && /[)}`,]/.test(letter)) break;
    if (')}'.includes(letter)) depth -= 1;
    const isWord = depth === 0 && /\s/.test(query[at - 1]);
    if (isWord && afterCondition.test(query.slice(at, at + 12))) break;
    if (!/\s/.test(letter)) end = at + 1;
  }
  return end;
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

/** The tests of the noun or room and those that walk over every call; of what all agree on, all. */
function concerns(file) {
  const [place, room] = file.split('/');
  if (place === 'contract') return (name) => /^(contract|server|web|test\/ownership)\//.test(name);
  return (name) =>
    name.startsWith(`server/${room}/`) ||
    /^(test\/ownership\/|server\/(http\/(matrix|rate-limits)|leads\/leads|session\/session))/.test(
      name,
    );
}

/** Those that stand beside the file: they notice most, and are quickly asked. */
function isBeside(file) {
  const path = file.replace(/(\.queries)?\.ts$/, '');
  return (name) => name.startsWith(`${path}.`) || name.startsWith(`${path}-`);
}

const copy = mkdtempSync(join(tmpdir(), 'portal-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const endings = ['SIGINT', 'SIGTERM'];
// Until there are tests to stop.
for (const signal of endings) process.on(signal, () => process.exit(130));
for (const name of tracked.filter(Boolean)) cpSync(join(root, name), join(copy, name));
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
process.chdir(copy);

let silence;
function endSilentWorkers() {
  const ours = ['-P', String(process.pid), '-f', 'vitest/dist/workers'];
  const { stdout } = spawnSync('pgrep', ours, { encoding: 'utf8' });
  for (const id of stdout.split('\n').filter(Boolean)) process.kill(Number(id), 'SIGKILL');
}
/** What a test began that was ended in its middle would live on. */
function endLeftOver() {
  const { stdout } = spawnSync('pgrep', ['-f', `${copy}/.cache/`], { encoding: 'utf8' });
  for (const id of stdout.split('\n').filter(Boolean)) process.kill(Number(id), 'SIGKILL');
}
function countAsAlive() {
  clearTimeout(silence);
  silence = setTimeout(endSilentWorkers, longestSilence);
}

const vitest = await createVitest('test', {
  root: copy,
  watch: false,
  bail: 1,
  reporters: [
    {
      onTestRunStart: countAsAlive,
      onTestModuleStart: countAsAlive,
      onTestCaseResult: countAsAlive,
    },
  ],
  // On a busy machine a slow test must not pass for one that noticed something.
  testTimeout: 120_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
});
await vitest.standalone();
const tests = await vitest.globTestSpecifications();
const { bundleWorker } = await vitest.import(join(copy, 'test', 'bundled-worker.ts'));

/** Runs test files up to the first failure: which have passed, and what failed, if anything. */
async function runTests(specifications) {
  const began = Date.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  // A worker that lives on would go on with the modules of the last mutant.
  await vitest.pool?.close();
  vitest.pool = undefined;
  clearTimeout(silence);
  // Vitest remembers what did not run now, as it ended with an earlier mutant.
  const modules = testModules.filter(({ task }) => (task.result?.startTime ?? 0) >= began);
  const passed = modules.filter((module) => module.state() === 'passed');
  const failed = modules.find((module) => module.state() === 'failed');
  const [test] = failed?.children.allTests('failed') ?? [];
  const [error] = test?.result().errors ?? failed?.errors() ?? unhandledErrors;
  const reason = error?.message.split('\n')[0];
  return {
    passed: new Set(passed.map(({ moduleId }) => moduleId)),
    failed: failed?.moduleId,
    failure: error && `${test?.name ?? failed?.relativeModuleId ?? 'outside the tests'}: ${reason}`,
  };
}

/**
 * The first test that fails, or undefined where all pass. A file whose failure may be the busy
 * machine's fault is tried once more, alone, and the rest after it.
 */
async function failingTest(isConcerned, mayBeSlow) {
  let left = tests.filter(({ moduleId }) => isConcerned(moduleId.slice(copy.length + 1)));
  try {
    await bundleWorker();
    while (left.length > 0 && !stopped) {
      const { passed, failed, failure } = await runTests(left);
      if (!failure) return undefined;
      if (!failed || !mayBeSlow(failure)) return failure;
      const again = await runTests(left.filter(({ moduleId }) => moduleId === failed));
      if (again.failure) return again.failure;
      left = left.filter(({ moduleId }) => moduleId !== failed && !passed.has(moduleId));
    }
    return undefined;
  } catch (error) {
    return error.message;
  }
}

async function tryMutant({ file, from, to, instead }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, from) + instead + text.slice(to));
  vitest.invalidateFile(path);
  const [isConcerned, isNear] = [concerns(file), isBeside(file)];
  const mayBeSlow = (failure) => /timed? ?out/i.test(failure);
  const noticed =
    (await failingTest(isNear, mayBeSlow)) ??
    (await failingTest((name) => isConcerned(name) && !isNear(name), mayBeSlow));
  writeFileSync(path, text);
  vitest.invalidateFile(path);
  return noticed;
}

let stopped = false;
function stop() {
  stopped = true;
  vitest.cancelCurrentRun('keyboard-input');
}
function stopForSignal() {
  process.exitCode = 130;
  stop();
}
// Vitest would end the process before anything is put away.
for (const signal of endings) process.removeAllListeners(signal).on(signal, stopForSignal);

const chosen = shuffled(files.flatMap(breaksOf)).slice(0, number);
const began = Date.now();
const deadline = setTimeout(stop, longestMinutes * 60_000);
const minutes = () => `${((Date.now() - began) / 60_000).toFixed(1)} min`;
const survivors = [];
let tried = 0;
try {
  const wanted = chosen.map(({ file }) => concerns(file));
  const isWanted = (name) => wanted.some((isConcerned) => isConcerned(name));
  console.log('First every test that is concerned, with nothing broken…');
  const broken = await failingTest(isWanted, () => true);
  if (broken && !stopped) throw new Error(`A test fails before anything is broken: ${broken}`);
  if (!stopped) console.log(`All pass after ${minutes()}.`);
  for (const mutant of chosen) {
    const noticed = stopped || (await tryMutant(mutant));
    if (stopped) break;
    tried += 1;
    const change = `${mutant.was} → ${mutant.instead || '(nothing)'}`.replace(/\s+/g, ' ');
    const place = `${mutant.file}:${mutant.line}  ${change.slice(0, 100)}`;
    if (!noticed) survivors.push(place);
    const outcome = noticed ? `caught    ${place}  (${noticed})` : `SURVIVED  ${place}`;
    console.log(`[${tried} of ${chosen.length}, ${minutes()}] ${outcome}`);
  }
} finally {
  clearTimeout(deadline);
  await vitest.close();
  endLeftOver();
}
const caught = tried - survivors.length;
const score = tried === 0 ? 'none' : `${Math.round((100 * caught) / tried)} %`;
if (tried < chosen.length) console.log(`\nStopped before all ${chosen.length} were tried.`);
console.log(`\n${caught} of ${tried} caught (${score}) in ${minutes()}, seed ${seed}.`);
for (const place of survivors) console.log(`SURVIVED  ${place}`);
// What has bundled the worker would keep the process.
process.exit();
