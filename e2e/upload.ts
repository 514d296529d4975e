import type { Page, Route } from '@playwright/test';
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
  check: /\/api\/leads\/upload\/check\?/,
  progress: /\/api\/leads\/upload\/progress\?/,
  imports: /\/api\/imports\?/,
} as const;

/** Keeps a call on its way until the test lets it go on. */
export async function hold(page: Page, call: RegExp): Promise<() => void> {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(call, async (route: Route) => {
    await held;
    // Given up meanwhile: there is nothing left to continue.
    await route.continue().catch(() => {});
  });
  return goOn;
}

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
