import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

type Line = { level: number; msg: string } & Record<string, unknown>;

/** The log writes to the standard output of its process, so it gets a process of its own. */
async function linesOf(code: string): Promise<{ text: string; lines: Line[] }> {
  const program = `import { openLog } from '#server/lib/log.ts'; ${code}`;
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  const lines = stdout.trim().split('\n').filter(Boolean);
  return { text: stdout, lines: lines.map((line) => JSON.parse(line) as Line) };
}

test('Secrets are taken out wherever a careless line could bring them in', async () => {
  const { text, lines } = await linesOf(`
    const log = await openLog('info');
    const secrets = { password: 'SECRET', token: 'SECRET', refresh_token: 'SECRET' };
    log.info(secrets, 'own');
    log.info({ body: { ...secrets, email: 'kept' } }, 'nested');
    log.info({ req: { headers: { authorization: 'SECRET' }, url: '/kept' } }, 'request');
    const fault = { detail: 'Failing row contains (SECRET)', where: 'SECRET', code: '23505' };
    log.error({ err: Object.assign(new Error('kept'), fault) }, 'database');
  `);
  expect(text).not.toContain('SECRET');
  expect(lines.map(({ msg }) => msg)).toEqual(['own', 'nested', 'request', 'database']);
  expect(lines[1]).toMatchObject({ body: { email: 'kept' } });
  expect(lines[2]).toMatchObject({ req: { url: '/kept' } });
  expect(lines[3]).toMatchObject({ err: { message: 'kept', code: '23505' } });
});

test('The level decides what is written, one JSON object a line', async () => {
  const { lines } = await linesOf(`
    const log = await openLog('warn');
    log.info('not this'); log.warn('two\\nlines'); log.error('and this');
    (await openLog('silent')).fatal('nor this');
  `);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'two\nlines'],
    [50, 'and this'],
  ]);
});
