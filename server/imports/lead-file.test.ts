import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importText } from '#contract/import-text.ts';
import type { UploadLead } from '#contract/imports.ts';
import { readEachInNewThread } from '#test/bundled-worker.ts';
import { uploadFolder } from '#test/lead-files.ts';
import {
  acme,
  columns,
  header,
  manyRowsXls,
  saveAs,
  sharedTexts,
  workbook,
  zipFile,
} from '#test/spreadsheet-files.ts';
import { type CheckedLeadFile, checkLeadFile } from './lead-file.ts';

const { folder, save, remove } = uploadFolder();
beforeAll(() => readEachInNewThread(true));
afterAll(() => {
  readEachInNewThread(false);
  remove();
});
const row = acme.join(',');

function leadsIn(file: CheckedLeadFile) {
  if (file.outcome !== 'checked') throw new Error(JSON.stringify(file));
  return file;
}

/** And then they are gone. */
async function all(file: ReturnType<typeof leadsIn>): Promise<UploadLead[]> {
  const found: UploadLead[] = [];
  for await (const batch of file.leads()) found.push(...batch.map(({ lead }) => lead));
  await file.discard();
  return found;
}

/** As the system has them, of each thread of this process. */
function prioritiesOfThreads(): number[] {
  return readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
      return [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
    } catch {
      // It has ended since it was listed.
      return [];
    }
  });
}

it.each(['csv', 'xls', 'xlsx'])('the sample %s file is accepted', async (extension) => {
  const path = join(folder, `sample.${extension}`);
  copyFileSync(new URL(`../spreadsheets/fixtures/sample.${extension}`, import.meta.url), path);
  const file = leadsIn(await checkLeadFile(path));
  expect(file.validRows).toBe(3);
  expect(await all(file)).toMatchObject([
    { company_name: 'Northwind Logistics Ltd', phone_number: '+44 20 7946 0958' },
    { company_name: 'Müller & Söhne GmbH', title: 'Geschäftsführer' },
    { company_name: 'Café Lumière, SARL', last_name: 'Lefèvre', country: 'France' },
  ]);
});

describe('10,000 rows', () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `Company ${index}\u2028,${row.slice(5)}`,
  );
  const content = [header, ...rows].join('\r\n');

  it('come in batches and in order, and nothing is left behind', async () => {
    const path = save(content);
    const file = leadsIn(await checkLeadFile(path));
    const sizes: number[] = [];
    // Compared at once: 20,000 expectations took as long as all that is tried here.
    const found: string[] = [];
    for await (const batch of file.leads()) {
      sizes.push(batch.length);
      for (const { row, lead } of batch) found.push(`${row}: ${lead.company_name}`);
    }
    expect(file.validRows).toBe(10_000);
    expect(found).toEqual(rows.map((_, index) => `${index + 2}: Company ${index}`));
    expect(sizes).toEqual(Array(40).fill(250));
    expect(await all(file)).toHaveLength(10_000);
    expect(existsSync(`${path}.leads`)).toBe(false);
  });

  const behind = constants.priority.PRIORITY_BELOW_NORMAL;
  const canStandBack = process.platform === 'linux' && getPriority() < behind;

  describe('that are read once', () => {
    const path = save(content);
    let before: number[];
    const priorities = new Set<string>();
    const parts: number[] = [];
    let file: ReturnType<typeof leadsIn>;
    beforeAll(async () => {
      before = prioritiesOfThreads();
      const onProgress = (part: number) => {
        parts.push(part);
        priorities.add(prioritiesOfThreads().join());
      };
      file = leadsIn(await checkLeadFile(path, { onProgress }));
    });

    it.runIf(canStandBack)(
      'are read by a thread that stands back for everybody else, and it alone',
      () => {
        expect(before).not.toContain(behind);
        const atWork = [...priorities].map((each) => each.split(',').map(Number));
        expect(atWork.length).toBeGreaterThan(0);
        for (const each of atWork) expect(each.filter((one) => one === behind)).toHaveLength(1);
      },
    );

    it('tell how much has been read', () => {
      expect(parts.length).toBeGreaterThan(3);
      expect(parts).toEqual(parts.toSorted((a, b) => a - b));
      expect(parts.at(-1)).toBeLessThanOrEqual(1);
    });

    it('leave nothing behind when they are never asked for and discarded', async () => {
      expect(existsSync(`${path}.leads`)).toBe(true);
      await file.discard();
      await file.discard();
      expect(existsSync(`${path}.leads`)).toBe(false);
    });
  });

  it.runIf(canStandBack).each([
    ['of a large file make it stand back from the first row on', 2_000, true],
    ['of a small file do not make it stand back', 100, false],
  ])('%s', async (_, letters, doesStandBack) => {
    // Fewer than are read before the first word of progress.
    const few = rows.slice(0, 1_000).map((one) => `${one},${'x'.repeat(letters)}`);
    let isDone = false;
    const reading = checkLeadFile(save([`${header},notes`, ...few].join('\r\n'))).finally(() => {
      isDone = true;
    });
    let hasStoodBack = false;
    while (!isDone && !hasStoodBack) {
      hasStoodBack = prioritiesOfThreads().includes(behind);
      await setImmediate();
    }
    await leadsIn(await reading).discard();
    expect(hasStoodBack).toBe(doesStandBack);
  });

  it('are all there when the last of them is wrong', async () => {
    const file = leadsIn(await checkLeadFile(save(`${content}\r\nAcme,Ada,Byron,nobody,`)));
    expect(file).toMatchObject({
      rows: 10_001,
      validRows: 10_000,
      badRows: 1,
      problemCount: 1,
      problems: [{ row: 10_002, column: 'email', value: 'nobody', message: 'Email is invalid' }],
    });
    expect(await all(file)).toHaveLength(10_000);
  });
});

describe('the reader', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [`C${index}`, ...acme.slice(1)]);
  const large = zipFile(sharedTexts([columns, ...rows]));
  const little = { memoryMegabytes: 24, seconds: 60 };

  it('does not need much memory for a large XLSX file', async () => {
    const file = leadsIn(await checkLeadFile(save(large), { limits: little }));
    expect(await all(file)).toHaveLength(20_000);
  });

  it('that runs out of memory refuses the file', async () => {
    const xls = save(manyRowsXls(columns, rows.slice(0, 8_000)));
    const limits = { ...little, memoryMegabytes: 18 };
    const small = save(saveAs(workbook([columns, acme]), 'biff8'));
    expect(await all(leadsIn(await checkLeadFile(small, { limits })))).toHaveLength(1);
    expect(await checkLeadFile(xls, { limits })).toMatchObject({
      outcome: 'refused',
      message: importText.unreadable,
      cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' },
    });
  });

  it('that takes too long refuses the file', async () => {
    const limits = { memoryMegabytes: 512, seconds: 0.01 };
    expect(await checkLeadFile(save(large), { limits })).toMatchObject({
      outcome: 'refused',
      message: importText.tooSlow,
    });
  });

  it('stops when the caller does', async () => {
    const path = save(large);
    const stopped = new Error('stopped');
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    const checks = controllers.map(({ signal }) => checkLeadFile(path, { signal }));
    for (const controller of controllers.reverse()) controller.abort(stopped);
    const outcomes = await Promise.allSettled(checks);
    expect(outcomes).toEqual(Array(4).fill({ status: 'rejected', reason: stopped }));
    await expect(checkLeadFile(path, { signal: AbortSignal.abort(stopped) })).rejects.toBe(stopped);
  });

  it('fails, and blames nobody, where the file cannot be opened', async () => {
    const missing = checkLeadFile(join(folder, 'missing'));
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps to the number of rows it is given', async () => {
    expect(await checkLeadFile(save(`${header}\n${row}\n${row}`), { maxRows: 1 })).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('more than 1 rows'),
    });
  });

  it('left no file behind in all of this', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.leads'))).toEqual([]);
  });
});
