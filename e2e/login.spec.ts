import { expect, expectAccessible, phone, startInDarkMode, test } from './test.ts';

test('The login page says what it is for and whom to ask for access', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('Partner login for lead management')).toBeVisible();
  await expect(page.getByText("Don't have an account?")).toContainText(
    "Don't have an account? Contact your administrator for access.",
  );
  await expect(page).toHaveTitle('Sign in · Partner Portal');
});

test('A partner signs in with the keyboard alone and lands on the dashboard', async ({
  page,
  portal,
}) => {
  const partner = await portal.newPartner();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(partner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(partner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored).toEqual(expect.arrayContaining(['token', 'refresh_token']));
});

test('While signing in the button says so and a second press sends nothing', async ({
  page,
  portal,
}) => {
  const partner = await portal.newPartner();
  let calls = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/login', async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(partner.email);
  await page.getByLabel('Password', { exact: true }).fill(partner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Signing in...' }).click({ force: true });
  answer();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(calls).toBe(1);
});

for (const [what, email, password] of [
  ['both fields', '', ''],
  ['the password', 'a@b.example', ''],
  ['the email', '', 'secret'],
] as const) {
  test(`Signing in without ${what} asks for both and sends nothing`, async ({ page }) => {
    await page.route('**/api/login', () => {
      throw new Error('Nothing should be sent');
    });
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please enter both email and password');
  });
}

const refusals = [
  {
    when: 'the server says why',
    status: 401,
    body: { error: 'No luck today' },
    text: 'No luck today',
  },
  { when: 'the server gives no reason', status: 500, body: {}, text: 'Invalid email or password' },
];
for (const { when, status, body, text } of refusals) {
  test(`A refused sign-in shows '${text}' where ${when}`, async ({ page }) => {
    await page.route('**/api/login', (route) => route.fulfill({ status, json: body }));
    await page.goto('/login');
    await page.getByLabel('Email').fill('a@b.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText(text);
    await expectAccessible(page);
  });
}

test('A wrong password is refused with the words of the specification', async ({
  page,
  portal,
}) => {
  const partner = await portal.newPartner();
  await page.goto('/login');
  await page.getByLabel('Email').fill(partner.email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-pass-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
});

test('A connection that fails is an unexpected error', async ({ page }) => {
  await page.route('**/api/login', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Email').fill('a@b.example');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'An unexpected error occurred. Please try again.',
  );
});

test.describe('a password that needs attention', () => {
  test.beforeEach(async ({ page, portal }) => {
    const partner = await portal.newPartner();
    await page.route('**/api/login', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ json: { ...body, password_warning: 'Your password is old.' } });
    });
    await page.clock.install();
    await page.goto('/login');
    await page.getByLabel('Email').fill(partner.email);
    await page.getByLabel('Password', { exact: true }).fill(partner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Your password is old.');
  });

  test('The warning stays readable and a button goes on', async ({ page }) => {
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('The warning goes on by itself after 5 seconds, not before', async ({ page }) => {
    await page.clock.runFor(4_900);
    await expect(page).toHaveURL(/\/login$/);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('The password can be shown and hidden', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('secret');
  await page.getByRole('button', { name: /show password/i }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: /hide password/i }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

for (const mode of ['light', 'dark'] as const) {
  test(`The login page is accessible in ${mode} mode, wide and narrow`, async ({ page }) => {
    if (mode === 'dark') await startInDarkMode(page);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
  });
}
