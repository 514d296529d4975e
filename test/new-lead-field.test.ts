import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

// A field `industry` is added as CONTRIBUTING says, in memory, and one place is left out in turn.

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

function sourcesWith(chosen: readonly Edit[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const { file, after, add } of chosen) {
    const path = join(root, file);
    const before = sources.get(path) ?? readFileSync(path, 'utf8');
    if (!before.includes(after)) throw new Error(`${file} no longer has the line ${after.trim()}`);
    sources.set(
      path,
      before.replace(after, () => after + add),
    );
  }
  return sources;
}

const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
// The types of Node and of the browser take long to load, and none of the files needs them.
const { options } = ts.convertCompilerOptionsFromJson(
  { ...config.compilerOptions, types: [], lib: ['ES2023'] },
  root,
);
const unchanged = new Map<string, ts.SourceFile | undefined>();

/** Those of the files in which the compiler finds something wrong. */
function filesWithErrors(sources: Map<string, string>, looked = files): string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, languageVersion) => {
    const source = sources.get(path);
    if (source !== undefined) return ts.createSourceFile(path, source, languageVersion);
    if (!unchanged.has(path)) unchanged.set(path, getSourceFile(path, languageVersion));
    return unchanged.get(path);
  };
  const rootNames = files.map((file) => join(root, file));
  const program = ts.createProgram({ rootNames, options, host });
  return looked.filter((file) => {
    const source = program.getSourceFile(join(root, file));
    return !source || program.getSemanticDiagnostics(source).length > 0;
  });
}

test('A field that is added in every place compiles', () => {
  expect(filesWithErrors(sourcesWith(edits))).toEqual([]);
});

test.each(edits)('A field that is left out of $place does not compile', ({ place, caughtIn }) => {
  const others = edits.filter((edit) => edit.place !== place);
  expect(filesWithErrors(sourcesWith(others), [caughtIn])).toEqual([caughtIn]);
});
