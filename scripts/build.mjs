import {
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fingerprint, isStamped, root } from './steps.mjs';

// Beside the last build until it is whole: a portal may be running from that one.
const out = join(root, 'dist.new');
const target = join(root, 'dist');
const stampName = '.built';
const compressible = /\.(js|css|html|svg|json|txt|csv|webmanifest)$/;
const smallest = 1024;

/** Builds where a source has changed since the last build. */
export async function buildIfStale() {
  if (isStamped(join(target, stampName), sourceMark())) return;
  console.log('Building…');
  await build();
}

async function build() {
  const mark = sourceMark();
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await Promise.all([buildServer(), buildWeb()]);
  writeFileSync(join(out, stampName), mark);
  rmSync(target, { recursive: true, force: true });
  renameSync(out, target);
}

function* filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Changes whenever something that goes into the build does. */
function sourceMark() {
  const files = ['contract', 'server', 'web'].flatMap((name) => [...filesBelow(join(root, name))]);
  const others = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    join('scripts', 'build.mjs'),
  ];
  const inputs = [...files, ...others.map((name) => join(root, name))];
  return fingerprint(
    inputs.map((file) => {
      const { mtimeMs, size } = statSync(file);
      return `${file}:${mtimeMs}:${size}`;
    }),
  );
}

const forNode = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
};

async function buildServer() {
  const { build: bundle } = await import('esbuild');
  await bundle({
    ...forNode,
    entryPoints: { main: 'server/main.ts', tool: 'server/tool.ts' },
    outdir: join(out, 'server'),
    external: await packagesBesides('zod'),
  });
  await bundleWorker(join(out, 'server', 'imports.worker.js'));
  const migrations = join('server', 'db', 'migrations');
  cpSync(join(root, migrations), join(out, 'server', 'migrations'), { recursive: true });
}

/** Left where they are; a package of a hundred small files is loaded faster from the one of the portal. */
async function packagesBesides(bundled) {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return Object.keys(dependencies).filter((name) => name !== bundled);
}

/**
 * What reads an uploaded file starts anew for each, so zod comes in the same file: from its own
 * hundred files it takes a fifth of the start. The others are no modules, or are loaded if needed.
 */
export async function bundleWorker(outfile, entry = 'server/imports/imports.worker.ts') {
  const { build: bundle } = await import('esbuild');
  await bundle({
    ...forNode,
    entryPoints: [entry],
    outfile,
    external: ['@e965/xlsx', 'iconv-lite', 'yauzl', 'yazl'],
  });
}

async function buildWeb() {
  const { build: bundle } = await import('vite');
  await bundle({
    root: join(root, 'web'),
    build: { outDir: join(out, 'web') },
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  });
  await precompress(join(out, 'web'));
}

/** Compressed once here, at the strongest setting, instead of on every request. */
async function precompress(folder) {
  const files = await readdir(folder, { recursive: true });
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    files
      .filter((name) => compressible.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const content = await readFile(path);
        if (content.length < smallest) return;
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
