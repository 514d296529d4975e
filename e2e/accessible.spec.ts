import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import { contrast, expectAccessible, expectAccessibleInEveryMode } from './accessible.ts';
import { type Account, addLead, type Portal, setStatus } from './portal.ts';
import { expect, lightestPage, rowsOf, test, wide } from './test.ts';
import { choose, csv, header } from './upload.ts';

// From screen to screen without loading the web app, nor what looks at it, anew for each: half of
// the work.
async function openWithin(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.setViewportSize(wide);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  // The last screen stays until the code of this one has come.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('main')).not.toContainText('Loading...');
}

/** Not the menu's link of that name. */
const submit = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

test('The screens of a partner are accessible in light and dark mode, wide and narrow', async ({
  page,
  partner,
  portal,
}) => {
  await addLeadsOfEveryColour(partner, portal);
  await test.step('The dashboard, with a warning above it', async () => {
    await page.goto(lightestPage);
    await page.evaluate((id) => {
      const warnings = { [id]: { text: 'Your password is old.' } };
      localStorage.setItem('password-warnings', JSON.stringify(warnings));
    }, partner.id);
    await page.goto('/dashboard');
    await expect(page.getByRole('alert')).toContainText('Your password is old.');
    await expect(page.getByText('Acme Ltd').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
  await test.step('The leads, and the question before one is deleted', async () => {
    await openWithin(page, '/leads', 'Leads Management');
    await expect(rowsOf(page, 'Leads')).toHaveCount(8);
    await expectAccessibleInEveryMode(page);
    await page.setViewportSize(wide);
    const deletions = page.getByRole('button', { name: /^Delete lead/ });
    await deletions.first().click();
    const dialog = page.getByRole('dialog', { name: 'Delete Lead' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('A form that refuses', async () => {
    await openWithin(page, '/leads/add', 'Add New Lead');
    await submit(page, 'Add Lead').click();
    await expect(page.getByText('Company name is required')).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
  await test.step('An upload, refused and ready', async () => {
    await openWithin(page, '/leads/upload', 'Upload Leads');
    await choose(page, csv('%PDF', 'leads.pdf', 'application/pdf'));
    await expect(page.getByText('Please upload a valid CSV or Excel file')).toBeVisible();
    // One of its own would fade with the mode, under words that are in the new colour already.
    const zone = page.getByRole('main').locator('[data-faulty]');
    await expect(zone).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expectAccessibleInEveryMode(page, [wide]);
    await choose(page, csv(`${header}Acme,Ada,Lovelace,new@acme.example\n`));
    await expect(page.getByText('File is ready to upload')).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
  await test.step('An opened lead, with a value being corrected', async () => {
    await openWithin(page, '/leads', 'Leads Management');
    await page.getByRole('link', { name: talkedOf, exact: true }).click();
    await expect(page.getByText('Called twice')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Email' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@acme');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email is invalid')).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
});

const talkedOf = 'Talked Of Ltd';

/** One of each colour of a badge, and one that has been talked about. */
async function addLeadsOfEveryColour(partner: Account, portal: Portal) {
  const admin = await portal.admin();
  const statuses = ['new', 'contacted', 'connected', 'open', 'live', 'closed lost', 'anything'];
  for (const status of statuses) await setStatus(admin, await addLead(partner), status);
  const { id } = await addLead(partner, { company_name: talkedOf, country: 'UK' });
  await partner.call(routes.addNote, { params: { id }, body: { text: 'Called twice' } });
}

test('The screens of an administrator are accessible in light and dark mode, wide and narrow', async ({
  page,
  portal,
  admin,
}) => {
  const partner = await portal.newPartner({ name: `Walked To ${Date.now()}` });
  await setStatus(admin, await addLead(partner, { company_name: 'Walked Ltd' }), 'live');
  // A session of another device stands in the list of them.
  await portal.logIn(admin.email, admin.password);
  await test.step('The dashboard, with its partners', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('table', { name: 'Won by partner' })).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
  await test.step('A partner’s page, which their name leads to', async () => {
    await openWithin(page, '/leads?search=Walked+Ltd', 'Leads Management');
    await page.getByRole('main').getByRole('link', { name: partner.name }).click();
    await expect(page).toHaveURL(`/partners/${partner.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(partner.name);
    const counts = page.getByRole('list', { name: 'Leads by status' });
    await expect(counts.getByRole('link', { name: /^Live/ })).toContainText('1');
    await expect(page.getByRole('heading', { name: 'From submitted to live' })).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
  await test.step('The partners, and the question before one is deleted', async () => {
    const { name } = await portal.newPartner({ name: `Deleted ${Date.now()}` });
    await openWithin(page, `/partners?${new URLSearchParams({ search: name })}`, 'Partners');
    await expectAccessibleInEveryMode(page);
    // On the card of a phone too, without a tap.
    await expect(page.getByText('0 leads')).toBeVisible();
    await expect(page.getByText(/^Signed in/)).toBeVisible();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete Partner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Partner' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('Forms that refuse', async () => {
    await openWithin(page, '/partners/add', 'Add Partner');
    await submit(page, 'Add Partner').click();
    await expect(page.getByText('Company is required')).toBeVisible();
    await expectAccessibleInEveryMode(page);
    await openWithin(page, `/partners/edit/${partner.id}`, /Edit/);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Please confirm the password')).toBeVisible();
    await expectAccessibleInEveryMode(page);
  });
  await test.step('The account and the administrators', async () => {
    await openWithin(page, '/account', 'Account');
    await expectAccessibleInEveryMode(page);
    await openWithin(page, '/administrators', 'Administrators');
    await expectAccessibleInEveryMode(page);
  });
});

test('Every text that is too pale is found, each time, and no other', async ({ page }) => {
  const fine = ['black on white', 'black on transparent', 'red on black'];
  const tooPale = ['white on red', 'lime on white', 'blue on gray', '#0006 on white'];
  const pairs = [...fine, ...tooPale, ...fine, ...tooPale];
  const texts = pairs.map((pair) => {
    const [colour, , ground] = pair.split(' ');
    return `<p style="color: ${colour}; background: ${ground}">${pair}</p>`;
  });
  await page.setContent(`<main><h1>Colours</h1>${texts.join('')}</main>`);
  for (let looks = 0; looks < 2; looks++) {
    const report = await expectAccessible(page, contrast).catch(String);
    const found = [...String(report).matchAll(/>(#?\w+ on \w+)</g)].map(([, pair]) => pair);
    expect(found).toEqual([...tooPale, ...tooPale]);
  }
});
