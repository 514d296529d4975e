import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A field `industry` is added as CONTRIBUTING says, in a copy, and one place is left out in turn.

type Edit = { place: string; file: string; after: string; add: string; caughtIn: string };

const edits: Edit[] = [
  {
    place: 'what it is called',
    file: 'contract/leads.ts',
    after: "  country: 'Country',\n",
    add: "  industry: 'Industry',\n",
    caughtIn: 'contract/leads.ts',
  },
  {
    place: 'what is sent',
    file: 'contract/leads.ts',
    after: '  country: optional(leadLabels.country),\n',
    add: '  industry: optional(leadLabels.industry),\n',
    caughtIn: 'contract/leads.ts',
  },
  {
    place: 'what is answered',
    file: 'contract/leads.ts',
    after: '  country: nullableText,\n',
    add: '  industry: nullableText,\n',
    caughtIn: 'contract/leads.ts',
  },
  {
    place: 'what is corrected',
    file: 'contract/leads.ts',
    after: '    country: clearable(leadLabels.country).optional(),\n',
    add: '    industry: clearable(leadLabels.industry).optional(),\n',
    caughtIn: 'contract/leads.ts',
  },
  {
    place: 'the columns of a file',
    file: 'contract/imports.ts',
    after: "  country: 'optional',\n",
    add: "  industry: 'optional',\n",
    caughtIn: 'contract/imports.ts',
  },
  {
    place: 'the names of a column',
    file: 'server/imports/synonyms.ts',
    after: 'readonly string[]> = {\n',
    add: "  industry: ['industry', 'branche'],\n",
    caughtIn: 'server/imports/synonyms.ts',
  },
  {
    place: 'the form',
    file: 'web/leads/lead-form.ts',
    after: "  country: { label: 'Country', autoComplete: 'country-name' },\n",
    add: "  industry: { label: 'Industry' },\n",
    caughtIn: 'web/leads/lead-form.ts',
  },
  {
    place: 'the documentation of the API',
    file: 'web/tokens/documentation/lead-fields.ts',
    after: "  country: 'Country',\n",
    add: "  industry: 'Industry',\n",
    caughtIn: 'web/tokens/documentation/lead-fields.ts',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const portal = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = [...new Set(edits.map(({ file }) => file))];

const inEveryPlace = 'in-every-place';
/** By the name of its folder: with the field in every place, and without each of them in turn. */
const copies = new Map([
  [inEveryPlace, edits],
  ...edits.map((left, n) => [String(n), edits.filter((edit) => edit !== left)] as const),
]);

const folder = mkdtempSync(join(tmpdir(), 'portal-field-'));
let errors: string[];
beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [name, chosen] of copies) writeCopy(join(folder, name), chosen);
  errors = compile();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeCopy(copy: string, chosen: readonly Edit[]): void {
  cpSync(join(root, 'contract'), join(copy, 'contract'), { recursive: true });
  // Of two packages of one name the compiler reads the files once.
  const name = basename(copy);
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...portal, name }));
  for (const file of files) {
    let source = readFileSync(join(root, file), 'utf8');
    for (const { after, add } of chosen.filter((edit) => edit.file === file)) {
      if (!source.includes(after)) throw new Error(`${file} no longer has ${after.trim()}`);
      source = source.replace(after, () => after + add);
    }
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), source);
  }
}

/** What the compiler finds wrong in all copies, which share what takes longest: the packages. */
function compile(): string[] {
  const config = {
    extends: join(root, 'tsconfig.json'),
    // The types of Node take long to load, and none of the files needs them.
    compilerOptions: { types: [], incremental: false },
    include: [],
    files: [...copies.keys()].flatMap((name) => files.map((file) => join(name, file))),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const args = [compiler, '--noEmit', '--singleThreaded', '--pretty', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return (stdout + stderr).split('\n');
}

test('What the compiler says is about the copies alone', () => {
  const isOfCopy = (line: string) => copies.has(line.split('/')[0] ?? '');
  // What is indented goes on about the line before it.
  expect(errors.filter((line) => /^\S/.test(line) && !isOfCopy(line))).toEqual([]);
});

const errorsIn = (copy: string) => errors.filter((line) => line.startsWith(`${copy}/`));

test('A field that is added in every place compiles', () => {
  expect(errorsIn(inEveryPlace)).toEqual([]);
});

test.each(edits.map((edit, n) => ({ ...edit, copy: String(n) })))(
  'A field that is left out of $place does not compile',
  ({ copy, caughtIn }) => {
    expect(errorsIn(copy)).toContainEqual(expect.stringContaining(`${copy}/${caughtIn}(`));
  },
);
