import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { forwardLines } from './log-destination.ts';

type Line = { msg: string; lost?: number; since?: string };
const linesOf = (output: string) =>
  output
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Blocking or ending is what a log must not do to its process, so each has a process of its own. */
function startLogging(code: string, stdout: 'pipe' | number = 'pipe'): ChildProcess {
  const program = `
    import { writeSync } from 'node:fs';
    import { openLog } from '#server/lib/log.ts';
    const log = await openLog('info');
    const told = () => new Promise((resolve) => process.once('message', resolve));
    const logMany = (from, to) => {
      for (let n = from; n < to; n++) log.info('x'.repeat(1_000) + n);
    };
    ${code}
    process.disconnect();`;
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', program];
  return spawn(process.execPath, flags, { stdio: ['ignore', stdout, 'inherit', 'ipc'] });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

test('While nobody reads the log lines are dropped beyond a bound, counted, and told of once', async () => {
  const total = 10_000;
  const child = startLogging(`
    logMany(0, ${total});
    process.send('logged');
    await told();
  `);
  // It gets here although nobody reads: it has neither blocked nor ended.
  expect(await once(child, 'message')).toEqual(['logged', undefined]);
  const output = text(child.stdout as NodeJS.ReadableStream);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.send('go on');
  expect(await exitOf(child)).toBe(0);
  const lines = linesOf(await output);
  const written = lines.filter(({ msg }) => msg.startsWith('xxx'));
  const told = lines.filter(({ lost }) => lost !== undefined);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    level: 50,
    lost: total - written.length,
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    msg: 'The log could not be written for a while, and lines of it are lost',
  });
  // About what waited and what the system holds; all that was logged is ten times as much.
  expect(written.length).toBeGreaterThan(500);
  expect(written.length).toBeLessThan(3_000);
});

test('Nor does it block where a program that inherited the output has made it blocking again', async () => {
  const child = startLogging(`
    const { spawnSync } = await import('node:child_process');
    spawnSync(process.execPath, ['--version'], { stdio: ['ignore', 'inherit', 'inherit'] });
    await openLog('info');
    logMany(0, 3_000);
    process.send('logged', () => process.exit(0));
  `);
  expect(await once(child, 'message', { signal: AbortSignal.timeout(10_000) })).toBeTruthy();
  child.kill('SIGKILL');
  await exitOf(child);
});

test('What a slow reader has not taken when the process ends is still written', async () => {
  const child = startLogging(`
    logMany(0, 800);
    process.send('logged', () => process.exit(0));
    await told();
  `);
  await once(child, 'message');
  const lines = linesOf(await text(child.stdout as NodeJS.ReadableStream));
  expect(lines).toHaveLength(800);
  expect(lines.at(-1)?.msg).toMatch(/x799$/);
});

test('A reader who has gone ends nothing', async () => {
  const child = startLogging(`
    process.send('ready');
    await told();
    logMany(0, 3_000);
    process.send('logged');
    await told();
    logMany(0, 1);
  `);
  await once(child, 'message');
  child.stdout?.destroy();
  child.send('go on');
  await once(child, 'message');
  child.send('go on');
  expect(await exitOf(child)).toBe(0);
});

test.runIf(existsSync('/dev/full'))(
  'A full disk under the log ends and blocks nothing',
  async () => {
    const full = openSync('/dev/full', 'w');
    const child = startLogging(
      `
    logMany(0, 3_000);
    process.send('logged');
    await told();
    logMany(0, 1);
  `,
      full,
    );
    closeSync(full);
    await once(child, 'message');
    child.send('go on');
    expect(await exitOf(child)).toBe(0);
  },
);

test('Only whole lines are forwarded, of several sources one after the other', async () => {
  const [one, other] = [new PassThrough(), new PassThrough()];
  const written: string[] = [];
  for (const from of [one, other]) forwardLines(from, (line) => written.push(line));
  const letter = Buffer.from('é');
  one.write(Buffer.concat([Buffer.from('first\nsecond\u2028'), letter.subarray(0, 1)]));
  other.write('of another\n');
  one.write(letter.subarray(1));
  one.end('\n\nlast, cut o');
  await once(one, 'end');
  expect(written).toEqual(['first\n', 'of another\n', 'second\u2028é\n', '\n', 'last, cut o\n']);
});
