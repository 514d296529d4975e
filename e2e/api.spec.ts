import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { routes } from '#contract/routes.ts';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { expect, test, wide } from './test.ts';

const run = promisify(execFile);

test('The curl example works as pasted, once the token is filled in', async ({
  page,
  partner,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { token } = await partner.call(routes.createToken, { body: { name: 'Pasted' } });
  await page.goto('/api?tab=documentation');
  await page.getByRole('button', { name: 'Copy curl example', exact: true }).click();
  const pasted = await page.evaluate(() => navigator.clipboard.readText());
  const command = pasted.replaceAll('YOUR_API_TOKEN', token);
  const { stdout } = await run('bash', ['-c', command]);
  expect(stdout).toContain('"success":true');
  expect((await partner.call(routes.listLeads)).total).toBe(1);
});

test('The API page is accessible in light and dark mode, wide and narrow: its tokens, the making of one, and the documentation', async ({
  page,
  partner,
}) => {
  const [mine, old] = ['Mine', 'Old system'];
  for (const name of [mine, old]) await partner.call(routes.createToken, { body: { name } });
  const { tokens } = await partner.call(routes.listTokens);
  const id = tokens.find(({ name }) => name === old)?.id ?? '';
  await partner.call(routes.updateToken, { params: { id }, body: { revoked: true } });
  await page.goto('/api');
  await expect(page.getByText('This token has been revoked')).toBeVisible();
  await expectAccessibleInEveryMode(page);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: `Revoke ${mine}` }).click();
  await expect(page.getByText('Revoke this token?')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  // The browser itself asks for what is left out.
  await expect(dialog.getByLabel('Token Name')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Token Name').fill('Website form');
  await create.click();
  await expect(dialog.getByRole('button', { name: 'Copy token' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('tab', { name: 'Documentation' }).click();
  await expect(page.getByRole('button', { name: 'Copy curl example', exact: true })).toBeVisible();
  // A toast that fades away has no contrast for a moment.
  await expect(page.getByText('Token created successfully')).toBeHidden();
  await expectAccessibleInEveryMode(page);
});
