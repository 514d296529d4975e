import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { expect, test, toastOf, wide } from './test.ts';

const run = promisify(execFile);

async function fillIn(dialog: Locator, name: string, description: string) {
  await dialog.getByLabel('Token Name').fill(name);
  await dialog.getByLabel('Description (Optional)').fill(description);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
}

test('A token needs a name, is shown once, copied, and pushes a lead', async ({
  page,
  partner,
  portal,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api');
  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog');
  await fillIn(dialog, '', '');
  // The browser itself asks for what is left out.
  await expect(dialog.getByLabel('Token Name')).toBeFocused();
  await expectAccessible(page);
  expect((await partner.call(routes.listTokens)).tokens).toEqual([]);
  await fillIn(dialog, 'Website form', 'The contact page');
  await expect(toastOf(page, 'Token created successfully')).toBeVisible();
  await expect(dialog).toContainText(
    'This token will only be shown once. Please copy it now and store it securely.',
  );
  const { tokens } = await partner.call(routes.listTokens);
  await expect(dialog).toContainText(tokens[0]?.id ?? 'no token was made');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: /copy token/i }).click();
  await expect(toastOf(page, 'Token copied to clipboard')).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const response = await fetch(`${portal.url}/api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': token },
    body: JSON.stringify({ first_name: 'Api', last_name: 'Lead', email: 'api@lead.example' }),
  });
  expect(response.status).toBe(201);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  const card = page.getByRole('article', { name: 'Website form' });
  await expect(card).toContainText('The contact page');
  await expect(card).toContainText(tokens[0]?.token_display ?? '');
  expect(await page.content()).not.toContain(token);
});

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

test('The API page with its tokens is accessible in light and dark mode, wide and narrow', async ({
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
});

test('The documentation of the API is accessible in light and dark mode, wide and narrow', async ({
  page,
  partner: _,
}) => {
  await page.goto('/api?tab=documentation');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInEveryMode(page);
});
