import { expectAccessible } from './accessible.ts';
import { expect, phone, test } from './test.ts';

const everyone = ['Dashboard', 'Leads', 'Add Lead', 'Upload Leads', 'Live', 'API'];

test('The frame of a partner: the way past the menu, the sidebar and the colours', async ({
  page,
  partner: _,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await test.step('The content can be reached without tabbing through the menu', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('The sidebar is 240 px wide, stays, and lists what a partner may open', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveText(everyone);
    await expect(page.getByText('Admin', { exact: true })).toHaveCount(0);
    const box = await page.getByRole('complementary').boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 240, height: 800 });
  });
  await test.step('Its letters are those that the portal brings', async () => {
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].flatMap(({ family, status }) =>
        status === 'loaded' ? family.replace(/["']/g, '') : [],
      );
    });
    expect(loaded).toContain('Inter Variable');
  });
  await test.step('Light comes first whatever the system prefers; dark is kept', async () => {
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.getByRole('button', { name: 'Use dark mode' }).click();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: 'Use light mode' }).click();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  });
});

test('On a phone the menu slides out, leads on, and closes with Escape', async ({
  page,
  partner: _,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await expect(menu).toBeHidden();
});

test('The keys are listed by ?, and from the menu of a phone', async ({ page, partner: _ }) => {
  await page.goto('/leads');
  await expect(page.getByText('No leads found')).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Search leads' })).toBeFocused();

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: /Keyboard/ })
    .click();
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('What cannot be shown says so', async ({ page, partner: _ }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('No leads found')).toBeVisible();
  await test.step('A chunk that is gone after a new release reloads once, then says so beside the menu', async () => {
    let loads = 0;
    page.on('framenavigated', () => {
      loads += 1;
    });
    await page.route('**/assets/CompanyScreens-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await expect(
      page.getByRole('heading', { name: 'This page could not be loaded' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Live', exact: true })).toBeVisible();
    expect(loads).toBeGreaterThan(0);
    expect(loads).toBeLessThan(4);
  });
  await test.step('A render error shows the error page', async () => {
    await page.route('**/api/leads?**', (route) =>
      route.fulfill({ json: { leads: [null], total: 1 } }),
    );
    await page.goto('/leads');
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!' }),
    ).toBeVisible();
    await expectAccessible(page);
  });
});
