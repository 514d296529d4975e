import { screen, within } from '@testing-library/react';
import { answerCalls, type Call } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { LeadsPage } from '../LeadsPage.tsx';
import { aLead } from '../lead.fixture.ts';

export const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
const leads = names.map((name) => aLead({ id: `id of ${name}`, company_name: name }));
const nextPage = [aLead({ id: 'id of Omega', company_name: 'Omega' })];
const partner = { id: 'nora', name: 'Nora Lindqvist', email: 'n@x.example', company: 'X' };
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
export const lead = (name: string) => box(`Select ${name}`);
export const wholePage = () => box('Select all leads on this page');
export const bar = async () =>
  within(await screen.findByRole('region', { name: 'Selected leads' }));
export const ticked = () => names.filter((name) => lead(name).checked);
export const bulkCalls = (calls: Call[]) => calls.filter(({ path }) => path === '/api/leads/bulk');
export const bodies = (calls: Call[]) => bulkCalls(calls).map(({ body }) => body as object);

export type Replies = Parameters<typeof answerCalls>[0];
export const done = { json: { count: 2, undo_id: 'way-back' } };

export async function open(
  replies: Replies = {},
  {
    at = '/leads',
    total = 5,
    as = 'admin',
  }: { at?: string; total?: number; as?: 'admin' | 'partner' } = {},
) {
  const calls = answerCalls({
    'GET /api/leads': ({ query }) => ({
      json: { leads: query.offset === '0' ? leads : nextPage, total },
    }),
    'GET /api/partners': { json: { partners: [partner] } },
    'GET /api/views': { json: { views: [] } },
    'POST /api/leads/bulk': done,
    ...replies,
  });
  const opened = renderScreen(<LeadsPage />, { at, as });
  await screen.findByText('Alpha');
  return { ...opened, calls };
}
