import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';
import type { Account } from './portal.ts';

/** A text file as a person would choose it. */
export const csv = (text: string, name = 'leads.csv', mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});
type Chosen = Parameters<Page['setInputFiles']>[1];

export const header = 'company_name,first_name,last_name,email\n';

export async function choose(page: Page, ...files: Chosen[]): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(files.flat() as never);
}

export const uploadButton = (page: Page) =>
  page.getByRole('button', { name: 'Upload', exact: true });

/** The calls of the upload screen, each by its own path. */
export const calls = {
  upload: /\/api\/leads\/upload\?/,
  progress: /\/api\/leads\/upload\/progress\?/,
} as const;

/** Uploads a file without the screen. */
export async function uploadFor(
  { url }: { url: string },
  { token }: Account,
  text: string,
  name = 'leads.csv',
): Promise<void> {
  const { csrf_token } = await (await fetch(`${url}/api/csrf-token`)).json();
  const body = new FormData();
  body.append('file', new Blob([text]), name);
  const answer = await fetch(`${url}/api/leads/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-csrf-token': csrf_token },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

export const ada = 'Acme,Ada,Lovelace,ada@acme.example\n';

export const bo = 'Beta,Bo,Li,bo@beta.example\n';

export const wrong = ',Bob,Builder,not-an-email\n';

export const mixed = csv(header + ada + wrong + bo, 'mixed.csv');

export const problems = (page: Page) =>
  page.getByRole('table', { name: 'What is wrong in the file' }).locator('tbody tr');

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function openWith(page: Page, file: ReturnType<typeof csv>) {
  await page.goto('/leads/upload');
  await choose(page, file);
}

export async function emailsOf(account: Account) {
  const { leads } = await account.call(routes.listLeads);
  return leads.map(({ email }) => email).sort();
}

/** German names: one is understood, one is not, and the values of the email's tell what it is. */
export const german = csv(
  'Firma;Wer;Elektropost;Kundennummer\nMüller GmbH;Jürgen Müller;j.mueller@mueller.example;K-1\nVogel AG;Anna von Vogel;a.vogel@vogel.example;K-2\n',
  'kunden.csv',
);
