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
import { dirname, join } from 'node:path';
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
const files = [...new Set(edits.map(({ file }) => file))];

const copy = mkdtempSync(join(tmpdir(), 'portal-field-'));
beforeAll(() => {
  for (const part of ['contract', 'package.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const config = {
    extends: join(root, 'tsconfig.json'),
    // The types of Node take long to load, and none of the files needs them.
    compilerOptions: { types: [], incremental: false },
    include: [],
    files,
  };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function writeWith(chosen: readonly Edit[]): void {
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

/** What the compiler finds wrong. */
function errorsWith(chosen: readonly Edit[]): string {
  writeWith(chosen);
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const args = [compiler, '--noEmit', '--singleThreaded', '--pretty', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return stdout + stderr;
}

test('A field that is added in every place compiles', () => {
  expect(errorsWith(edits)).toBe('');
});

test.each(edits)('A field that is left out of $place does not compile', ({ place, caughtIn }) => {
  const others = edits.filter((edit) => edit.place !== place);
  expect(errorsWith(others)).toContain(`${caughtIn}(`);
});
