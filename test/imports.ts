import type { RequestOf } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import { filePayload, type SignedIn } from './portal.ts';

export const header = 'company_name,first_name,last_name,email';
export const person = (index: number) =>
  `Acme ${index},Ada,Byron ${index},ada${index}@acme.example`;
export const csv = (...rows: string[]) => [header, ...rows].join('\n');

type UploadQuery = RequestOf<typeof routes.uploadLeads>['query'];
export const upload = (
  caller: SignedIn,
  content: string | Buffer,
  query: UploadQuery = {},
  name?: string,
) => caller.call(routes.uploadLeads, { query, file: filePayload(content, name ? { name } : {}) });

export const check = (caller: SignedIn, content: string | Buffer, columns?: string) =>
  caller.call(routes.checkUpload, { query: { columns }, file: filePayload(content) });

export const imports = async (caller: SignedIn) => (await caller.call(routes.listImports)).body;

export const undo = (caller: SignedIn, id: string) =>
  caller.call(routes.undoImport, { params: { id } });

export const emails = async (caller: SignedIn) => {
  const { leads } = (await caller.call(routes.listLeads, { query: { limit: 100 } })).body;
  return leads.map(({ email }) => email).sort();
};
