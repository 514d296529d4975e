import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { expect, test, toastOf } from './test.ts';

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

test('A token is revoked once and deleted after the browser’s own question', async ({
  page,
  partner,
}) => {
  await partner.call(routes.createToken, { body: { name: 'Old system' } });
  await page.goto('/api');
  const card = page.getByRole('article', { name: 'Old system' });
  await card.getByRole('button', { name: 'Revoke Old system' }).focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(card).toContainText('Revoke this token?');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Token revoked successfully')).toBeVisible();
  await expect(card).toContainText('This token has been revoked');
  await expect(card.getByRole('button', { name: /Revoke/ })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Delete Old system' })).toBeFocused();
  await expectAccessible(page);

  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await (questions.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  await card.getByRole('button', { name: 'Delete Old system' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete Old system' }).click();
  await expect(toastOf(page, 'Token deleted successfully')).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(questions).toEqual(
    Array(2).fill('Are you sure you want to delete this token? This action cannot be undone.'),
  );
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

for (const [tab, path] of [
  ['tokens', '/api'],
  ['documentation', '/api?tab=documentation'],
] as const) {
  test(`The API page with its ${tab} is accessible in light and dark mode, wide and narrow`, async ({
    page,
    partner,
  }) => {
    await partner.call(routes.createToken, { body: { name: 'Mine' } });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
}
