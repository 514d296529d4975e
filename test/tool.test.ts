import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { api, built, leaveNothing, logIn, start, stop, usedData } from './portal-process.ts';

afterAll(leaveNothing);

/** Runs a command of whoever has the machine to its end. */
async function runTool(words: string[], env: Record<string, string>) {
  return (await start(['node', join('dist', 'server', 'tool.js'), ...words], env)).ended;
}

test('A lost password is reset on the machine while the portal runs', async () => {
  const data = await usedData();
  const portal = await start(built, data);
  const session = await logIn(portal);
  const email = 'admin@example.com';
  const { code, output } = await runTool(['admin', 'reset-password', email], data);
  const [, password] = /shown only this once: (\S+)\n$/.exec(output) ?? [];
  expect(code).toBe(0);
  expect((await api(portal, '/api/login', { body: { email, password } })).token).toBeTruthy();
  expect((await api(portal, '/api/me', { token: session })).error).toBe('Token has expired');
  expect((await stop(portal)).code).toBe(0);
});

test('A command that cannot be done ends with 1 and one line', async () => {
  expect(await runTool(['backup'], {})).toEqual({
    code: 1,
    output: 'Say: npm run backup FILE\n',
  });
});
